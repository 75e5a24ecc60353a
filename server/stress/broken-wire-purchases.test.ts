import { testEachStatement } from './broken-wire.ts';

testEachStatement('an authorisation', 'a clearing', 'a refund');
