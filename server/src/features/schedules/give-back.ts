import type { Tx } from '../../platform/database.ts';
import { dayAt } from '../../platform/clock.ts';
import { countedSums, giveBack } from '../payments/public.ts';
import type { Schedule } from './schedule.store.ts';

/**
 * A held payment that ends unpaid is given back to the sums that it counted towards, those of the day on which it was
 * made. Called once, when its schedule leaves Active; releasing its hold has locked its account.
 */
export function giveBackCounted(tx: Tx, tenantId: number, schedule: Schedule): void {
  const { kind, body, memberAccountId, amount, madeAt, holdId } = schedule;
  // What is paid on a later day counts on that day.
  if (holdId === null || schedule.progress.state !== 'Active') return;
  const counted = { kind, purpose: Number(body['Purpose']), billerCode: String(body['billerCode']) };
  const sums = countedSums(counted, dayAt(madeAt));
  if (sums.length > 0) giveBack(tx, tenantId, { memberAccountId, cents: amount, sums });
}
