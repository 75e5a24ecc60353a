import { openLedger } from '../../ledger/open-ledger.ts';
import { dayAt, startOfDay } from '../../platform/time/clock.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { Posting } from '../payments/public.ts';
import { daysFrom, monthBefore } from './interest.domain.ts';
import { effectiveAtEndOf } from './interest.kind.ts';
import { type Earned, interestPostings, paidOf } from './interest-postings.ts';
import { findEarningAccount, isInterestPosted } from './interest.store.ts';

type Span = Earned & { readonly effectiveAt: number };

export type Accrued = {
  /** Cents, less withheld tax. */
  readonly net: bigint;
  readonly interest: bigint;
  readonly tax: bigint;
  readonly spans: readonly Span[];
};

const ledger = openLedger();

/**
 * Interest of an account that is closed now: for the ended days of this month, and for the month before if it is not
 * posted yet. The current day earns nothing, because its closing balance is zero.
 */
export async function readAccrued(tx: Tx, tenantId: number, memberAccountId: bigint, now: number): Promise<Accrued> {
  const today = dayAt(now);
  const first = `${today.slice(0, 7)}-01`;
  const months = [
    { days: monthBefore(first).days, effectiveAt: effectiveAtEndOf(first) },
    { days: daysFrom(first, today), effectiveAt: now },
  ];
  const spans: Span[] = [];
  for (const { days, effectiveAt } of months) {
    const [begins] = days;
    const account = begins && (await findEarningAccount(tx, tenantId, memberAccountId, days, 'noted'));
    if (!account || (await isInterestPosted(tx, tenantId, account.ledger_account_id, begins))) continue;
    const ends = days.map((day) => startOfDay(day, 1));
    const closings = await ledger.balancesBefore(tx, tenantId, account.ledger_account_id, ends);
    spans.push({ account, closings, effectiveAt });
  }
  const paid = spans.map(paidOf);
  const interest = paid.reduce((sum, one) => sum + one.interest, 0n);
  const tax = paid.reduce((sum, one) => sum + one.tax, 0n);
  return { net: interest - tax, interest, tax, spans };
}

/** Postings of the accrued interest, in order. */
export async function accruedPostings(
  tx: Tx,
  tenantId: number,
  { spans }: Accrued,
): Promise<readonly Posting<'not_found'>[]> {
  if (spans.length === 0) return [];
  const payer = await ledger.settlementAccount(tx, tenantId, 'interest');
  const office = await ledger.settlementAccount(tx, tenantId, 'withholdingTax');
  return spans.flatMap((span) => interestPostings(span, { payer, office }, span.effectiveAt));
}
