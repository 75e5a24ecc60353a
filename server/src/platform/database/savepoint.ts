import type { Tx } from './database.ts';
import { isDatabaseAway } from './database-fault.ts';

/**
 * Runs `work` in a savepoint of `tx`. If `isKept` returns false, its writes are rolled back and the
 * transaction continues. Exceptions of `work` are passed on.
 */
export async function withSavepoint<T>(tx: Tx, work: () => Promise<T>, isKept: (value: T) => boolean): Promise<T> {
  await tx.run('SAVEPOINT call');
  const value = await work();
  await tx.run(isKept(value) ? 'RELEASE SAVEPOINT call' : 'ROLLBACK TO SAVEPOINT call');
  return value;
}

/**
 * Runs `work` in a savepoint of `tx`. If it throws, only its writes are rolled back and the error is returned.
 * Transient database errors are thrown, so that the whole transaction is retried. `work` must await every statement
 * that it sends; a failed `later` fails the transaction.
 */
export async function tryApart<T>(
  tx: Tx,
  work: () => Promise<T>,
): Promise<{ readonly value: T } | { readonly error: unknown }> {
  await tx.run('SAVEPOINT apart');
  try {
    const value = await work();
    await tx.run('RELEASE SAVEPOINT apart');
    return { value };
  } catch (error) {
    if (isDatabaseAway(error)) throw error;
    await tx.run('ROLLBACK TO SAVEPOINT apart');
    await tx.run('RELEASE SAVEPOINT apart');
    return { error };
  }
}
