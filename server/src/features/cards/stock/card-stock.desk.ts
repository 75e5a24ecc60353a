import * as z from 'zod';
import { toInstant } from '../../../platform/database/database.ts';
import { deskCommand, pageInput, pageOf } from '../../desk/public.ts';
import { listPlastic, listStock, type PlasticOrder } from './card-stock.store.ts';
import { STOCK_DAYS, stockLasts } from './stock-lasts.domain.ts';

const DAY_MS = 86_400_000;

/** Cards of plastic that no one has yet, by product, and how long they last. */
export const cardStockCommand = deskCommand({
  name: 'card-stock',
  title: 'Cards in stock',
  summary: 'Cards of plastic that no one has yet, by product, and for how many days they last at the use of 8 weeks',
  permission: 'look',
  input: z.object(pageInput),
  answer: z.object({
    product: z.string(),
    name: z.string(),
    scheme: z.string(),
    brand: z.string(),
    unused: z.number(),
    /** In the last 8 weeks. */
    used: z.number(),
    /** Null: none was used. */
    lastsDays: z.number().nullable(),
  }),
  async run({ ctx, tx, staff, input }) {
    const since = ctx.clocks.business.now() - STOCK_DAYS * DAY_MS;
    const { shown, hasMore } = await pageOf(ctx, input, (most) => listStock(tx, staff.tenantId, since, most));
    const rows = shown.map(({ product, unused, used, ...row }) => ({
      ...row,
      product: String(product),
      unused,
      used,
      lastsDays: stockLasts(unused, used),
    }));
    return { ok: true, rows, hasMore };
  },
});

const STATES = ['waiting', 'failed', 'atMaker', 'posted', 'arrived'] as const;

function stateOf({ fault, is_sent, dispatched_at, delivered_at }: PlasticOrder): (typeof STATES)[number] {
  if (delivered_at !== null) return 'arrived';
  if (dispatched_at !== null) return 'posted';
  if (fault !== null) return 'failed';
  return is_sent ? 'atMaker' : 'waiting';
}

/** Orders of plastic with where each is. */
export const plasticOrdersCommand = deskCommand({
  name: 'plastic-orders',
  title: 'Orders of plastic',
  summary: 'Cards of plastic that were ordered, the newest first: waiting, at the card maker, posted or arrived',
  permission: 'look',
  input: z.object(pageInput),
  answer: z.object({
    card: z.string(),
    number: z.string(),
    product: z.string(),
    state: z.enum(STATES),
    /** Code of why the order was given up. */
    reason: z.string(),
    ordered: z.string(),
  }),
  async run({ ctx, tx, staff, input }) {
    const { shown, hasMore } = await pageOf(ctx, input, (most) => listPlastic(tx, staff.tenantId, most));
    const rows = shown.map((order) => ({
      card: `card:${order.id}`,
      number: order.masked_number,
      product: order.product,
      state: stateOf(order),
      reason: order.fault ?? '',
      ordered: toInstant(order.ordered_at),
    }));
    return { ok: true, rows, hasMore };
  },
});
