import { testEachStatement } from './broken-wire.ts';

testEachStatement('a transfer', 'a fee');
