import type { AccountTotals } from '../../ledger/totals.ts';
import { openLedger } from '../../ledger/open-ledger.ts';
import { startOfDay } from '../../platform/time/clock.ts';
import type { Period } from './period.domain.ts';
import type { ReportCall } from './report.types.ts';

const AT_ONCE = 1_000;
const ledger = openLedger();

/** The instants that bound a period. */
export const boundsOf = ({ firstDay, lastDay }: Period) => ({
  fromMs: startOfDay(firstDay),
  toMs: startOfDay(lastDay, 1),
});

/** Totals of every account in a period, some at a time, each time in a short transaction. */
export async function* eachAccount({ database, tenantId, period }: ReportCall): AsyncGenerator<AccountTotals[]> {
  const bounds = boundsOf(period);
  for (let after = 0n; ; ) {
    const wanted = { ...bounds, isOwn: false, after, most: AT_ONCE };
    const some = await database.read(tenantId, (tx) => ledger.totalsOfEach(tx, tenantId, wanted));
    if (some.length > 0) yield some;
    const last = some.at(-1);
    if (!last || some.length < AT_ONCE) return;
    after = last.id;
  }
}

/** Totals of the programme's own accounts in a period. */
export function ownAccounts({ database, tenantId, period }: ReportCall): Promise<AccountTotals[]> {
  const wanted = { ...boundsOf(period), isOwn: true, after: 0n, most: AT_ONCE };
  return database.read(tenantId, (tx) => ledger.totalsOfEach(tx, tenantId, wanted));
}

/** Sums of several accounts, such as those of all cardholders. */
export type Sums = {
  readonly accounts: number;
  readonly entries: bigint;
  readonly opening: bigint;
  readonly debited: bigint;
  readonly credited: bigint;
  readonly closing: bigint;
};

export const NOTHING: Sums = { accounts: 0, entries: 0n, opening: 0n, debited: 0n, credited: 0n, closing: 0n };

export function plus(sums: Sums, { opening, debited, credited, closing, after, upTo }: AccountTotals): Sums {
  return {
    accounts: sums.accounts + 1,
    entries: sums.entries + (upTo - after),
    opening: sums.opening + opening,
    debited: sums.debited + debited,
    credited: sums.credited + credited,
    closing: sums.closing + closing,
  };
}
