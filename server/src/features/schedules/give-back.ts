import type { Tx } from '../../platform/database.ts';
import { dayAt } from '../../platform/clock.ts';
import { giveBack } from '../payments/public.ts';
import type { Schedule } from './schedule.store.ts';

/**
 * A held payment that is stopped on its day is given back to the sums of that day. Its account is locked. The names are
 * those that the kinds count under.
 */
export function giveBackCounted(tx: Tx, tenantId: number, schedule: Schedule, today: string): void {
  const { kind, body, memberAccountId, amount, madeAt } = schedule;
  // A return of funds counts towards no limit.
  if (kind === 'return' || dayAt(madeAt) !== today) return;
  const sums = [{ counter: 'dailyPayments', since: today }];
  if (kind === 'external')
    sums.push({ counter: `transferCategory ${String(body['Purpose'])}`, since: `${today.slice(0, 7)}-01` });
  if (kind === 'bpay') sums.push({ counter: `biller ${String(body['billerCode'])}`, since: today });
  giveBack(tx, tenantId, { memberAccountId, cents: amount, sums });
}
