import type { Tx } from './database.ts';

/**
 * Runs `work` inside of `tx` so that it can be taken back alone: when `isKept` says no, all that
 * it wrote is undone and the transaction goes on. What `work` throws passes through.
 */
export async function withSavepoint<T>(tx: Tx, work: () => Promise<T>, isKept: (value: T) => boolean): Promise<T> {
  await tx.run('SAVEPOINT call');
  const value = await work();
  await tx.run(isKept(value) ? 'RELEASE SAVEPOINT call' : 'ROLLBACK TO SAVEPOINT call');
  return value;
}
