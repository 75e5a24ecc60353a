import { plainText } from '@wattle/contract/rules/typed-text.ts';
import * as z from 'zod';
import { toInstant, type Tx } from '../../platform/database/database.ts';
import { toDollars } from '../../platform/money.ts';
import {
  becomes,
  counted,
  type DeskCall,
  type DeskCallInTransaction,
  deskCommand,
  type DeskOutcome,
  type Effect,
  effectOnAccount,
  effectOnBook,
  referenceNumber,
  refused,
  typedDollars,
} from '../desk/public.ts';
import { findOrderByNumber, type ItemRow, listItems, type OrderRow } from './order.store.ts';
import { readLeft } from './order-money.ts';
import { itemStateOf } from './order.view.ts';
import { ordersCommand } from './list-orders.desk.ts';
import { correctGiftCommand, isGiftBack } from './correct-gift.desk.ts';
import { maskName } from '../access/public.ts';
import { takeCardBack } from './take-back.kind.ts';

const object = ({ id }: OrderRow) => `order:${id}`;
const NOT_FOUND = refused('not_found', { field: 'order' });

/** An order with its cards, for staff on the phone. */
const orderCommand = deskCommand({
  name: 'order',
  title: 'Show an order',
  summary: 'Show an order of the store and its cards, by its number',
  permission: 'look',
  positional: 'order',
  input: z.object({ order: referenceNumber }),
  answer: z.object({
    item: z.string(),
    card: z.string(),
    product: z.string(),
    amount: z.string(),
    state: z.string(),
    /** Name of who gets it as a gift, when they have opened it, and what of its money is left. */
    gift: z.string(),
    /** Address of the gift, masked, and whether its mail came back. */
    to: z.string(),
    cameBack: z.boolean(),
    opened: z.string(),
    left: z.string(),
    ended: z.string(),
  }),
  async run({ ctx, tx, staff, input }: DeskCallInTransaction<{ order: string }>) {
    const order = await findOrderByNumber(tx, staff.tenantId, input.order);
    if (!order) return NOT_FOUND;
    const items = await listItems(tx, staff.tenantId, order.id);
    const rows = [];
    for (const item of items) {
      const left = item.ended === null ? await readLeft({ tx, tenantId: staff.tenantId }, item) : 0n;
      rows.push({ ...rowOf(order, item, left), cameBack: await isGiftBack(tx, ctx, order, item) });
    }
    return { ok: true, object: object(order), rows };
  },
});

function rowOf(order: OrderRow, item: ItemRow, left: bigint) {
  return {
    item: String(item.position),
    card: item.card_id === null ? '' : `card:${item.card_id}`,
    product: item.product,
    amount: toDollars(item.amount).toFixed(2),
    state: `${itemStateOf(order, item)}${order.paid_at === null ? '' : `, paid ${toInstant(order.paid_at).slice(0, 10)}`}`,
    gift: item.recipient_name ?? '',
    to: item.recipient_email === null ? '' : maskName(item.recipient_email),
    opened: item.opened_at === null ? '' : toInstant(item.opened_at),
    left: toDollars(left).toFixed(2),
    ended: item.ended ?? '',
  };
}

/** Places of cards in an order: `1,3`. */
const places = z
  .string()
  .overwrite(plainText)
  .regex(/^[1-9]\d?(, ?[1-9]\d?){0,98}$/)
  .describe('a number of a card in the order, or several: 1,3')
  .transform((typed) => [...new Set(typed.split(',').map(Number))]);

const refunding = z.object({
  order: referenceNumber,
  /** Cards of the order, by their places. Default: all of them. */
  item: places.optional(),
  /** Only so many dollars of one card, which stays as it is. */
  amount: typedDollars.optional(),
});
type Refunding = z.output<typeof refunding>;

async function itemsToRefund(
  tx: Tx,
  tenantId: number,
  { order: number, item }: Refunding,
): Promise<
  { readonly order: OrderRow; readonly items: readonly ItemRow[]; readonly done: readonly ItemRow[] } | undefined
> {
  const order = await findOrderByNumber(tx, tenantId, number);
  if (!order) return undefined;
  const items = await listItems(tx, tenantId, order.id);
  const named = items.filter(({ position }) => item === undefined || item.includes(position));
  if (item !== undefined && named.length < item.length) return undefined;
  const endedAs = (end: ItemRow['ended']) => named.filter(({ ended }) => ended === end);
  return { order, items: endedAs(null), done: endedAs('refunded') };
}

/** Reason why an amount cannot be refunded; undefined if it can. */
function refuseAmount({ amount }: Refunding, items: readonly ItemRow[]): DeskOutcome | undefined {
  if (amount === undefined) return undefined;
  const [item, ...others] = items;
  if (!item || others.length > 0) return refused('input_invalid', { field: 'item' });
  return amount > item.amount - item.taken ? refused('insufficient_funds', { field: 'amount' }) : undefined;
}

/**
 * Takes the remainder of the cards of an order and refunds it to the paying card, after a second person has approved
 * it.
 */
const refundOrderCommand = deskCommand({
  name: 'refund-order',
  title: 'Refund an order',
  summary: 'Refund an order: all of it, some of its cards (--item 1,3), or a part of one card (--amount)',
  permission: 'act',
  done: (_row, input, rows) => ({
    words: `${counted(rows.length, 'card')} of order ${input.order} refunded.`,
    reference: input.order,
    isList: true,
  }),
  input: refunding,
  answer: z.object({ item: z.string(), card: z.string(), refunded: z.string() }),
  async check({ tx, staff, input }: DeskCallInTransaction<Refunding>): Promise<DeskOutcome> {
    const found = await itemsToRefund(tx, staff.tenantId, input);
    if (!found) return NOT_FOUND;
    if (found.items.length === 0) return refused('nothing_to_do', { object: object(found.order) });
    return refuseAmount(input, found.items) ?? { ok: true, rows: [], object: object(found.order) };
  },
  async effect(call) {
    const { tx, staff, input } = call;
    const found = await itemsToRefund(tx, staff.tenantId, input);
    if (!found || refuseAmount(input, found.items)) return [];
    const lines: Effect[] = [];
    let sum = 0n;
    for (const item of found.items) {
      const left = await readLeft({ tx, tenantId: staff.tenantId }, item);
      const amount = input.amount ?? left;
      if (item.member_account_id !== null)
        lines.push(...(await effectOnAccount(call, { id: item.member_account_id }, -amount)));
      if (input.amount === undefined)
        lines.push(becomes(`Card ${item.position} of the order`, itemStateOf(found.order, item), 'refunded', 'closes'));
      sum += amount;
    }
    return sum === 0n ? lines : [...lines, await effectOnBook(call, 'gateway', sum)];
  },
  async runAlone({ ctx, staff, input, key, requestId }: DeskCall<Refunding>): Promise<DeskOutcome> {
    const { tenantId } = staff;
    const found = await ctx.database.read(tenantId, (tx) => itemsToRefund(tx, tenantId, input));
    if (!found) return NOT_FOUND;
    const part = input.amount === undefined ? undefined : { amount: input.amount, key };
    const rows: { item: string; card: string; refunded: string }[] = [];
    // Carried out before, and repeated since: each card answers as it did.
    for (const item of found.items.length > 0 ? found.items : found.done) {
      const taking = { tenantId, itemId: item.id, as: 'refunded', ...(part && { part }) } as const;
      const taken = await takeCardBack(ctx, { ...taking, actor: 'desk', requestId });
      if (!taken.ok && part) return refused('insufficient_funds', { field: 'amount', object: object(found.order) });
      // Ended meanwhile by someone else, so it is not refunded twice.
      const refunded = taken.ok ? taken.value.amount.toFixed(2) : '0.00';
      rows.push({ item: String(item.position), card: `card:${item.card_id}`, refunded });
    }
    return { ok: true, rows, object: object(found.order) };
  },
});

/** Commands of the desk about orders of the store. */
export const orderCommands = [ordersCommand, orderCommand, refundOrderCommand, correctGiftCommand] as const;
