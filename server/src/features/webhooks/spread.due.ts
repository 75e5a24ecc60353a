import type { AppContext } from '../../compose/context.ts';
import type { RecurringJob } from '../../platform/due-work/job.ts';
import type { Tx } from '../../platform/database/database.ts';
import { type FilledEvent, type NewEvent, readAmounts, readLastFour, spreadEvents, takeNew } from './event.store.ts';

/** Dates new events, completes what their cause did not know, and makes them due for each endpoint that asks for them. */
export const spreadWebhooks: RecurringJob<AppContext> = {
  name: 'webhooks.spread',
  clock: 'security',
  scope: 'tenant',
  when: { everyMs: 2_000 },
  atOnce: 500,
  async inTransaction({ clocks }, tx, { tenantId, atOnce }) {
    const events = await takeNew(tx, tenantId, atOnce);
    if (events.length === 0) return 'done';
    const now = { business: clocks.business.now(), security: clocks.security.now() };
    await spreadEvents(tx, tenantId, await filled(tx, tenantId, events), now);
    return events.length === atOnce ? 'more' : 'done';
  },
};

const HAS_LAST_FOUR = /^(authorisation|transaction|topup)\./;
const HAS_AMOUNT = /^(transaction|topup)\./;

/** Adds the last four digits of the card of a purchase or posting, and the sign and cents of a posting. */
async function filled(tx: Tx, tenantId: number, events: readonly NewEvent[]): Promise<FilledEvent[]> {
  const cards = events.flatMap(({ type, data }) => (HAS_LAST_FOUR.test(type) ? (idIn(data['card']) ?? []) : []));
  const posted = events.filter(({ type }) => HAS_AMOUNT.test(type));
  const rows = posted.map(({ data }) => ({ account: idIn(data['account']) ?? 0n, row: Number(data['row']) }));
  const [lastFour, amounts] = await Promise.all([
    readLastFour(tx, tenantId, [...new Set(cards)]),
    readAmounts(tx, tenantId, rows),
  ]);
  const amountOf = new Map(posted.map(({ id }, n) => [id, amounts.get(n)]));
  return events.map((event) => {
    const { id, type, data } = event;
    if (!HAS_LAST_FOUR.test(type)) return event;
    const card = idIn(data['card']);
    const last4 = (card !== undefined && lastFour.get(card)) || null;
    const amount = amountOf.get(id);
    return { ...event, data: { ...data, last4, ...(amount !== undefined && { amount: Number(amount) }) } };
  });
}

/** Number in an id of a kind: of `card:49`, 49. */
function idIn(id: unknown): bigint | undefined {
  const [, digits] = typeof id === 'string' ? (/^[a-z]+:(\d+)$/.exec(id) ?? []) : [];
  return digits === undefined ? undefined : BigInt(digits);
}
