import * as z from 'zod';
import type { OutsideOutcome } from '../../outcome.ts';
import type { Connection } from '../port.ts';
import { referenceOf } from '../reference.ts';
import type { SettledAs, SettledLine, Settlements } from '../settlement.ts';

const LINES_A_PAGE = '100';

const cents = z.int().min(-999_999_999_999).max(999_999_999_999);
const id = z.string().min(1).max(255);

const entry = z.object({
  id,
  amount: cents,
  balance_type: z.string().nullish().catch(undefined),
  currency: z.string(),
  fee: cents,
  source: z.union([id, z.object({ id }).transform((object) => object.id)]).nullish(),
  type: z.string(),
});
type Entry = z.output<typeof entry>;
const entries = z.object({ data: z.array(entry), has_more: z.boolean() });

/** A call of the API below `/v1/`. */
type Get = <T>(path: string, answer: z.ZodType<T>) => Promise<OutsideOutcome<T>>;

/** Holds that change what is available and move nothing. */
const HOLD = 'issuing_authorization_hold';
const NO_MONEY = new Set([HOLD, 'issuing_authorization_release']);
const DISPUTES = new Set([
  'issuing_dispute',
  'issuing_dispute_provisional_credit',
  'issuing_dispute_provisional_credit_reversal',
]);
const FEES = new Set(['stripe_fee', 'stripe_fx_fee', 'tax_fee']);
const FUNDING = new Set([
  'payout',
  'payout_cancel',
  'payout_failure',
  'topup',
  'topup_reversal',
  'transfer',
  'transfer_cancel',
  'transfer_failure',
  'transfer_refund',
]);

/** Whether an entry is of the Issuing balance: older versions of the API say it by the type alone. */
const isIssuing = ({ balance_type: balance, type }: Entry) =>
  balance === null || balance === undefined ? type.startsWith('issuing_') : balance === 'issuing';

/**
 * A day of Stripe, by UTC: the entries of the Issuing balance, which purchases are paid from. There is no report that
 * says it is complete, but an entry keeps the time of its creation, so a day that is over is whole.
 */
export function stripeSettlements(get: Get, at: Connection): Settlements {
  return {
    zone: 'UTC',
    paysNet: false,
    async read(day, next) {
      const from = Date.parse(`${day}T00:00:00Z`) / 1000;
      const query = new URLSearchParams({
        limit: LINES_A_PAGE,
        currency: at.currency.toLowerCase(),
        'created[gte]': String(from),
        'created[lt]': String(from + 86_400),
        ...(next !== undefined && { starting_after: next }),
      });
      const page = await get(`balance_transactions?${query}`, entries);
      if (page.kind !== 'done') return page;
      const { data, has_more: hasMore } = page.value;
      const own = data.filter((each) => each.currency.toUpperCase() === at.currency && isIssuing(each));
      const last = data.at(-1)?.id;
      // After a page without rows, the next one is not known.
      if (hasMore && last === undefined) return { kind: 'unknown', code: 'unreadable' };
      return {
        kind: 'done',
        value: {
          lines: own.flatMap((each) => linesOf(each, at)),
          authorised: own.reduce((sum, { type, amount }) => sum + (type === HOLD ? Math.abs(amount) : 0), 0),
          ...(hasMore && last !== undefined && { next: last }),
        },
      };
    },
  };
}

function linesOf(sent: Entry, at: Connection): SettledLine[] {
  if (NO_MONEY.has(sent.type)) return [];
  const named = sent.source ?? sent.id;
  const as = kindOf(sent);
  const references =
    as === 'cleared' || as === 'refunded' ? [referenceOf(at.id, named)] : as === 'disputed' ? [named] : [];
  const known = [
    { id: named, as, references, cents: sent.amount },
    { id: sent.id, as: 'fee', references: [], cents: 0 - sent.fee },
  ] as const;
  return known.filter((line) => line.cents !== 0);
}

function kindOf({ type, amount }: Entry): SettledAs {
  if (type === 'issuing_transaction') return amount < 0 ? 'cleared' : 'refunded';
  if (DISPUTES.has(type)) return 'disputed';
  if (FEES.has(type)) return 'fee';
  return FUNDING.has(type) ? 'funded' : 'other';
}
