import { openLedger } from '../../ledger/open-ledger.ts';
import type { Tx } from '../../platform/database.ts';
import type { Schedule } from './schedule.store.ts';

const ledger = openLedger();

/**
 * Ends the hold of a held payment, if it stands. Asked for before the lock of its schedule: a payment locks its account
 * first, too.
 */
export async function releaseHold(
  tx: Tx,
  tenantId: number,
  { holdId }: Pick<Schedule, 'holdId'>,
  at: number,
): Promise<boolean> {
  if (holdId === null) return false;
  return (await ledger.releaseHold(tx, { tenantId, hold: holdId, keep: 0n, at, because: 'voided' })).ok;
}
