import * as z from 'zod';
import { CURRENCY } from '../../../platform/money.ts';
import { startOfDay } from '../../../platform/time/clock.ts';
import type { OutsideOutcome } from '../../outcome.ts';
import { statementFile } from '../../statements/statement-file.ts';
import type { StripeCalls } from './api.ts';
import { id, idOf } from './words.ts';

/** Entries of a page: with what caused it, an entry comes to some 5 kB, and a response is read to 256 KiB. */
const ENTRIES_A_PAGE = '25';
const DAY_S = 86_400;

const cents = z.int().min(-999_999_999_999).max(999_999_999_999);

const entry = z.object({
  id,
  amount: cents,
  balance_type: z.string().nullish().catch(undefined),
  created: z.int().positive(),
  currency: z.string(),
  fee: cents,
  net: cents,
  source: z
    .union([id, z.object({ id, charge: idOf.nullish().catch(undefined) })])
    .nullish()
    .catch(undefined),
  type: z.string(),
});
type Entry = z.output<typeof entry>;

const payout = z.object({
  id,
  amount: cents,
  currency: z.string(),
  status: z.string(),
  trace_id: z.object({ value: z.string().nullish() }).nullish().catch(undefined),
});
type Payout = z.output<typeof payout>;

const amounts = z.array(z.object({ amount: cents, currency: z.string() }));
const balance = z.object({ available: amounts, pending: amounts });

type Line = {
  readonly day: string;
  readonly cents: bigint;
  readonly reference: string;
  readonly words: string;
};

const isOurs = ({ currency }: { readonly currency: string }) => currency.toUpperCase() === CURRENCY;
/** The balance of payments: an account has further ones. */
const isOfPayments = ({ balance_type: kind }: Entry) => kind === null || kind === undefined || kind === 'payments';

/**
 * The balance at Stripe on a day of Melbourne: a line for each entry, by the charge that it is about; what Stripe keeps
 * of charges, refunds and disputes as one line; and payouts. The bank's id of a payout is known when it arrives, so it
 * is said on that day, in a line that takes the payout's place. Without a balance if something moved meanwhile.
 */
export async function stripeStatement(calls: StripeCalls, day: string): Promise<OutsideOutcome<string | null>> {
  const [from, until] = [startOfDay(day) / 1000, startOfDay(day, 1) / 1000];
  const before = await balanceNow(calls);
  if (before.kind !== 'done') return before;
  const entries = await calls.all('balance_transactions', entry, {
    created: { gte: String(from) },
    currency: CURRENCY.toLowerCase(),
    limit: ENTRIES_A_PAGE,
    expand: ['data.source'],
  });
  if (entries.kind !== 'done') return entries;
  const arrived = await arrivals(calls, day);
  if (arrived.kind !== 'done') return arrived;
  const after = await balanceNow(calls);
  if (after.kind !== 'done') return after;
  const own = entries.value.filter((one) => isOurs(one) && isOfPayments(one));
  const ofDay = own.filter(({ created }) => created < until);
  const lines = [...linesOf(day, ofDay), ...arrived.value.flatMap((one) => tracesOf(day, one))];
  const moved = own.reduce((sum, { net }) => sum + BigInt(net), 0n);
  const opening = before.value === after.value ? after.value - moved : null;
  return { kind: 'done', value: statementFile(day, opening, lines) };
}

async function balanceNow(calls: StripeCalls): Promise<OutsideOutcome<bigint>> {
  const found = await calls.get('balance', balance);
  if (found.kind !== 'done') return found;
  const all = [...found.value.available, ...found.value.pending].filter(isOurs);
  return { kind: 'done', value: all.reduce((sum, { amount }) => sum + BigInt(amount), 0n) };
}

/** Payouts that arrive at the bank on a day, which Stripe writes as its midnight in UTC. */
async function arrivals(calls: StripeCalls, day: string): Promise<OutsideOutcome<readonly Payout[]>> {
  const midnight = Date.parse(`${day}T00:00:00Z`) / 1000;
  return calls.all('payouts', payout, {
    arrival_date: { gte: String(midnight), lt: String(midnight + DAY_S) },
    limit: '100',
  });
}

function linesOf(day: string, entries: readonly Entry[]): Line[] {
  const lines = entries.map((one) => ({
    day,
    cents: BigInt(one.amount),
    reference: referenceOf(one),
    words: `${one.type} ${one.id}`,
  }));
  const kept = entries.reduce((sum, { fee }) => sum + BigInt(fee), 0n);
  return kept === 0n ? lines : [...lines, { day, cents: -kept, reference: `stripe-fees-${day}`, words: 'Fees' }];
}

/** A charge for what is about one, otherwise what caused it. */
function referenceOf({ id: own, source }: Entry): string {
  if (source === null || source === undefined) return own;
  return typeof source === 'string' ? source : (source.charge ?? source.id);
}

function tracesOf(day: string, one: Payout): Line[] {
  const trace = one.trace_id?.value;
  if (!trace || !isOurs(one) || one.status === 'failed' || one.status === 'canceled') return [];
  const sum = BigInt(one.amount);
  return [
    { day, cents: sum, reference: one.id, words: `payout ${one.id} arrives` },
    { day, cents: -sum, reference: trace, words: `payout ${one.id}` },
  ];
}
