import * as z from 'zod';
import type { OutsideOutcome } from '../../outcome.ts';
import type { Connection } from '../port.ts';
import { referenceOf } from '../reference.ts';
import type { SettledLine, Settlements } from '../settlement.ts';

/** Lines of a page: one comes to some 1 kB, and a response that is read to 256 KiB. */
const LINES_A_PAGE = '100';

const cents = z.int().min(-999_999_999_999).max(999_999_999_999);
const token = z.string().min(1).max(200);
const day = z.iso.date();

const part = z.object({
  currency: z.string().nullish().catch(undefined),
  settled_net_amount: cents.nullish(),
});
const summary = z.object({
  report_date: day,
  is_complete: z.boolean(),
  currency: z.string().nullish().catch(undefined),
  details: z.array(part),
});

const detail = z.object({
  token,
  currency: z.string(),
  event_tokens: z.array(token),
  transaction_token: token.nullish().catch(undefined),
  type: z.string(),
  transactions_gross_amount: cents,
  disputes_gross_amount: cents,
  interchange_gross_amount: cents,
  other_fees_gross_amount: cents,
});
type Detail = z.output<typeof detail>;
const details = z.object({ data: z.array(detail), has_more: z.boolean() });

/** A call of the API below `/v1/`. */
type Get = <T>(path: string, answer: z.ZodType<T>) => Promise<OutsideOutcome<T>>;

/**
 * Settlement reports of Lithic. Its amounts are what the programme pays: a purchase is above zero, and interchange that
 * the programme earns is below. The zone of a report's date is not documented; a day is asked for once it is over in
 * UTC, and again until the report says that it is complete. One with another currency is refused.
 */
export function lithicSettlements(get: Get, at: Connection): Settlements {
  return {
    zone: 'UTC',
    paysNet: true,
    async read(on, next) {
      const begun = next === undefined ? await summaryOf(get, at, on) : undefined;
      if (begun && begun.kind !== 'done') return begun;
      const query = new URLSearchParams({
        page_size: LINES_A_PAGE,
        ...(next !== undefined && { starting_after: next }),
      });
      const page = await get(`reports/settlement/details/${on}?${query}`, details);
      if (page.kind !== 'done') return page;
      const { data, has_more: hasMore } = page.value;
      if (data.some(({ currency }) => currency.toUpperCase() !== at.currency)) return OTHER_CURRENCY;
      const last = data.at(-1)?.token;
      // After a page without rows, the next one is not known.
      if (hasMore && last === undefined) return { kind: 'unknown', code: 'unreadable' };
      return {
        kind: 'done',
        value: {
          lines: data.flatMap((each) => linesOf(each, at)),
          ...(hasMore && last !== undefined && { next: last }),
          ...(begun && { net: begun.value }),
        },
      };
    },
  };
}

const OTHER_CURRENCY = { kind: 'refused', code: 'currency' } as const;

/** Signed cents of a complete report, above zero for the programme. */
async function summaryOf(get: Get, { currency }: Connection, on: string): Promise<OutsideOutcome<number>> {
  const found = await get(`reports/settlement/summary/${on}`, summary);
  if (found.kind === 'refused' && found.code === 'http_404') return { kind: 'pending' };
  if (found.kind !== 'done') return found;
  const { is_complete: isComplete, details: parts, currency: own } = found.value;
  if (!isComplete) return { kind: 'pending' };
  // The currency of a part is newer than that of the report.
  const isOther = (each: z.output<typeof part>) => (each.currency ?? own)?.toUpperCase() !== currency;
  if (parts.some(isOther)) return OTHER_CURRENCY;
  const net = parts.reduce((sum, each) => sum + (each.settled_net_amount ?? 0), 0);
  return { kind: 'done', value: 0 - net };
}

/** Types of records that name a dispute instead of a purchase. */
const OF_DISPUTE = new Set(['ARBITRATION', 'CHARGEBACK', 'COLLABORATION', 'PREARBITRATION', 'REPRESENTMENT']);

function linesOf(sent: Detail, at: Connection): SettledLine[] {
  const gross = 0 - sent.transactions_gross_amount;
  const disputed = 0 - sent.disputes_gross_amount;
  const named = sent.transaction_token ?? sent.token;
  const dispute = OF_DISPUTE.has(sent.type) ? [named] : [];
  const events = sent.event_tokens.flatMap((event) =>
    // One message that both asks and pays has two references: the money is under that of its payment.
    sent.type === 'FINANCIAL' ? [event, `${event}/paid`] : [event],
  );
  const references = events.map((event) => referenceOf(at.id, event));
  const known = [
    { id: sent.event_tokens[0] ?? named, as: gross < 0 ? 'cleared' : 'refunded', references, cents: gross },
    { id: named, as: 'disputed', references: dispute, cents: disputed },
    { id: sent.token, as: 'interchange', references: [], cents: 0 - sent.interchange_gross_amount },
    { id: sent.token, as: 'fee', references: [], cents: 0 - sent.other_fees_gross_amount },
  ] as const;
  return known.filter((line) => line.cents !== 0);
}
