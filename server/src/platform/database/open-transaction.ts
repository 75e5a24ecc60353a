import { AsyncLocalStorage } from 'node:async_hooks';

type Transaction = { isOpen: boolean };

let watched: AsyncLocalStorage<Transaction> | undefined;

/**
 * Makes `refuseInTransaction` throw in this process. Enabled in tests only: in production it would slow down
 * every statement, and tests find the mistakes.
 */
export function watchTransactions(): void {
  watched ??= new AsyncLocalStorage();
}

/** Runs the work of a transaction and marks it as open for everything it calls. */
export async function inTransaction<T>(work: () => Promise<T>): Promise<T> {
  if (!watched) return work();
  const transaction: Transaction = { isOpen: true };
  try {
    return await watched.run(transaction, work);
  } finally {
    transaction.isOpen = false;
  }
}

/**
 * Throws if the caller has a transaction open, if transactions are watched. For slow operations that do not
 * need the database: a hash, a call of another system, waiting for a turn.
 */
export function refuseInTransaction(what: string): void {
  if (watched?.getStore()?.isOpen) throw new Error(`${what} with a transaction open`);
}
