import * as z from 'zod';
import { dayAt, startOfDay } from '../../../platform/time/clock.ts';
import { dollarsOf } from '../../../platform/money.ts';
import { deskCommand, type DeskCallInTransaction } from '../../desk/public.ts';
import { HOUR_MS } from './count-purchases.due.ts';
import { type Counted, readLastCounted, sumPurchases } from './purchase-hour.store.ts';

/** Number of earlier days that the usual figures are computed from. */
const USUAL_DAYS = 28;
/** A share of fewer purchases says nothing about what is usual. */
const USUAL_FROM = 50;

type Call = Pick<DeskCallInTransaction<unknown>, 'tx' | 'staff'>;

async function sumsOf({ tx, staff: { tenantId } }: Call, fromMs: number, beforeMs: number): Promise<Counted[]> {
  const last = await readLastCounted(tx, tenantId);
  const liveMs = last === undefined ? fromMs : Math.min(beforeMs, last + HOUR_MS);
  return sumPurchases(tx, tenantId, { fromMs, beforeMs, liveMs });
}

function shareOf(counted: readonly Counted[]): { all: number; approved: Counted | undefined; declined: string } {
  const all = counted.reduce((sum, { purchases }) => sum + purchases, 0);
  const approved = counted.find(({ outcome }) => outcome === 'approved');
  const declined = all === 0 ? '' : `${(((all - (approved?.purchases ?? 0)) / all) * 100).toFixed(1)}%`;
  return { all, approved, declined };
}

/** Compares the purchases of today with those of earlier days. */
export const purchasesTodayCommand = deskCommand({
  name: 'purchases-today',
  title: 'Purchases today',
  summary:
    'Purchases of today, what was approved of them, and the declined share beside that of the last 28 days, if they had 50 purchases',
  permission: 'look',
  input: z.object({}),
  answer: z.object({
    day: z.string(),
    purchases: z.number(),
    approved: z.string(),
    declined: z.string(),
    usuallyDeclined: z.string(),
  }),
  async run(call) {
    const now = call.ctx.clocks.business.now();
    const day = dayAt(now);
    const today = shareOf(await sumsOf(call, startOfDay(day), now + 1));
    const usual = shareOf(await sumsOf(call, startOfDay(day, -USUAL_DAYS), startOfDay(day)));
    if (today.all === 0 && usual.all === 0) return { ok: true, rows: [] };
    const approved = dollarsOf(today.approved?.cents ?? 0n);
    const { declined } = today;
    const usuallyDeclined = usual.all < USUAL_FROM ? '' : usual.declined;
    return { ok: true, rows: [{ day, purchases: today.all, approved, declined, usuallyDeclined }] };
  },
});
