import { watchTransactions } from '../src/platform/open-transaction.ts';

/** Loaded before every test file: a hash or a call of another system within a transaction fails the test. */
watchTransactions();
