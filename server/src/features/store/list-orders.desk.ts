import { emailText } from '@wattle/contract/rules/typed-text.ts';
import * as z from 'zod';
import { toInstant } from '../../platform/database/database.ts';
import { dollarsOf } from '../../platform/money.ts';
import { maskName } from '../access/public.ts';
import { deskCommand, pageInput, pageOf, wholeNumber } from '../desk/public.ts';
import { listOrders, ORDER_STATES } from './listed-order.store.ts';

const DAY_MS = 86_400_000;

/** Orders of the store, for staff who have a buyer on the phone. */
export const ordersCommand = deskCommand({
  name: 'orders',
  title: 'Orders of the store',
  summary:
    'Orders of the store, the newest first; --email for those of one buyer, --state and --days among the latest 5,000',
  permission: 'look',
  input: z.object({
    email: z.string().overwrite(emailText).min(3).max(254).optional(),
    state: z.enum(ORDER_STATES).optional(),
    days: wholeNumber(1, 366).optional().describe('a number of days, from 1 to 366'),
    ...pageInput,
  }),
  answer: z.object({
    /** Its number; empty until it is paid for. */
    order: z.string(),
    buyer: z.string(),
    state: z.enum(['Placed', 'Issued', 'Refused']),
    placed: z.string(),
    paid: z.string(),
    cards: z.number(),
    gifts: z.number(),
    opened: z.number(),
    ended: z.number(),
    /** Cards and fee. */
    amount: z.string(),
  }),
  async run({ ctx, tx, staff, input: { email, state, days, page } }) {
    const since = days === undefined ? undefined : ctx.clocks.business.now() - days * DAY_MS;
    const found = await pageOf(ctx, { page }, (most) => listOrders(tx, staff.tenantId, { email, state, since }, most));
    const rows = found.shown.map((order) => ({
      order: order.number ?? '',
      buyer: maskName(order.email),
      state: order.state,
      placed: toInstant(order.placed_at),
      paid: order.paid_at === null ? '' : toInstant(order.paid_at),
      cards: order.cards,
      gifts: order.gifts,
      opened: order.opened,
      ended: order.ended,
      amount: dollarsOf(order.cards_total + order.fee),
    }));
    return { ok: true, rows, hasMore: found.hasMore };
  },
});
