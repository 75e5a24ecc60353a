import { openLedger } from '../../ledger/open-ledger.ts';
import type { Tx } from '../../platform/database/database.ts';
import { deleteDestination } from './held.store.ts';
import type { Schedule } from './schedule.store.ts';

const ledger = openLedger();

/**
 * Releases the hold of a held payment that is not made, if it still exists. Called before the lock of its schedule,
 * because a payment locks its account first as well.
 */
export async function releaseHold(
  tx: Tx,
  tenantId: number,
  schedule: Pick<Schedule, 'holdId' | 'heldAt' | 'amount' | 'holderId'>,
  at: number,
): Promise<boolean> {
  const { holdId } = schedule;
  if (holdId === null) return false;
  const { ok } = await ledger.releaseHold(tx, { tenantId, hold: holdId, keep: 0n, at, because: 'voided' });
  if (ok) await deleteDestination(tx, tenantId, schedule);
  return ok;
}
