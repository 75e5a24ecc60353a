import { testEachStatement } from './broken-wire.ts';

testEachStatement('an advice', 'a reversal', 'a sign-in', 'a read');
