import type { Tx } from '../platform/database/database.ts';

export type Waiting = {
  readonly what: 'approvals' | 'suspense' | 'differences' | 'payments' | 'sanctions';
  readonly waiting: bigint;
  /** When the oldest began to wait; null: nothing waits. */
  readonly since: string | null;
};

/** Counts the work that waits for a person, over all programmes. */
export function readWaitingForPeople(tx: Tx): Promise<Waiting[]> {
  return tx.query('SELECT what, waiting, since FROM waiting_for_people()');
}
