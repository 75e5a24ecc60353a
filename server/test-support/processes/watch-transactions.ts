import { watchTransactions } from '../../src/platform/database/open-transaction.ts';

/** Loaded before every test file: a hash or an outside call within a transaction fails the test. */
watchTransactions();
