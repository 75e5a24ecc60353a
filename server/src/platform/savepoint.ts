import type { Tx } from './database.ts';

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
