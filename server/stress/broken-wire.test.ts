import { testSilentDatabase } from './broken-wire.ts';

testSilentDatabase();
