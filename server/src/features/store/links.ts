import { randomBytes } from 'node:crypto';
import { money } from '@wattle/contract/rules/amounts.ts';
import { dayInWords } from '@wattle/contract/rules/dates.ts';
import type { AppContext } from '../../compose/context.ts';
import type { Tx } from '../../platform/database/database.ts';
import { toDollars } from '../../platform/money.ts';
import { PROGRAMME_ZONE } from '../../platform/time/programme-zone.domain.ts';
import { findChargeOf } from '../gateway/public.ts';
import { queueNotice } from '../messages/public.ts';
import { addLink, countLinks } from './link.store.ts';
import { ORDER_PURPOSE, orderPaymentOf } from './order-payment.ts';
import type { ItemRow, OrderRow } from './order.store.ts';

const DAY_MS = 86_400_000;

type Mailing = Pick<AppContext, 'config' | 'clocks' | 'secrets' | 'outboxWakeUp' | 'log' | 'programmes'>;

/** Hash of the secret part of a link, which is all that is stored of it. */
export function hashOfToken({ secrets }: Pick<AppContext, 'secrets'>, brandId: number, token: string): Buffer {
  return secrets.identifierHash(`${brandId}:store link`, token);
}

/** Makes a link that replaces the previous one; undefined if too many were made within a day. */
async function newLink(
  tx: Tx,
  ctx: Mailing,
  order: OrderRow,
  { itemId, forMs }: { readonly itemId: bigint | null; readonly forMs: number },
): Promise<string | undefined> {
  const { tenant_id: tenantId, id: orderId } = order;
  const now = ctx.clocks.security.now();
  const made = await countLinks(tx, tenantId, { orderId, itemId }, now - DAY_MS);
  if (made >= ctx.config.store.linksADay) return undefined;
  const token = randomBytes(32).toString('base64url');
  const tokenHash = hashOfToken(ctx, order.brand_id, token);
  await addLink(tx, tenantId, { orderId, itemId, tokenHash, at: now, endsAt: now + forMs });
  return `${order.page}/collect/${token}`;
}

/** Recipient of a message by email who is not a holder. */
export function guestRecipient(order: OrderRow, to: string) {
  const { tenant_id: tenantId, brand_id: brandId, language } = order;
  return { tenantId, brandId, language, holderId: null, channel: 'email', to } as const;
}

/** Mails the receipt of an order with the link to its page. The mail holds no secret of any card. */
export async function mailOrder(tx: Tx, ctx: Mailing, order: OrderRow, items: readonly ItemRow[]): Promise<boolean> {
  const link = await newLink(tx, ctx, order, { itemId: null, forMs: ctx.config.store.orderLinkMs });
  if (link === undefined) return false;
  const words = (cents: bigint) => money(toDollars(cents), order.language);
  return queueNotice(tx, ctx, {
    ...guestRecipient(order, order.email),
    template: 'orderReceipt',
    params: {
      number: order.number ?? '',
      count: String(items.length),
      cards: words(order.cards_total),
      fee: words(order.fee),
      total: words(order.cards_total + order.fee),
      link,
    },
    replaces: `store-order:${order.id}:`,
    dedupKey: `store-order:${order.id}:${link.slice(-12)}`,
  });
}

/**
 * An address or a telephone number in the words of a sender. A mail of the brand links only to its own page, so such
 * words appear only there.
 */
const CONTACT_DETAILS = /https?:|www\.|[\p{L}\p{N}-]\.\p{L}{2,}|@|\d(?:[\s().-]{0,2}\d){5,}/iu;

/** The sender's words in quotes; empty if the mail must not have them. */
function quoteOf({ message }: ItemRow): string {
  return message === null || message === '' || CONTACT_DETAILS.test(message) ? '' : `“${message}”`;
}

/** Mails the link of a gift to its recipient, with the sender's words. */
export async function mailGift(tx: Tx, ctx: Mailing, order: OrderRow, item: ItemRow): Promise<boolean> {
  const forMs = ctx.config.store.secretsMs;
  const link = await newLink(tx, ctx, order, { itemId: item.id, forMs });
  if (link === undefined || item.recipient_email === null) return false;
  return queueNotice(tx, ctx, {
    ...guestRecipient(order, item.recipient_email),
    template: 'giftCard',
    params: {
      recipient: item.recipient_name ?? '',
      sender: item.sender_name ?? '',
      quote: quoteOf(item),
      product: item.product,
      art: item.art,
      amount: money(toDollars(item.amount), order.language),
      date: openByWords(ctx, order, forMs),
      link,
    },
    replaces: `store-gift:${item.id}:`,
    dedupKey: `store-gift:${item.id}:${link.slice(-12)}`,
  });
}

/** Last day on which a link can be opened, in words. */
function openByWords({ clocks }: Mailing, { language }: OrderRow, forMs: number): string {
  const now = clocks.security.now();
  const until = new Date(now + forMs).toISOString();
  return dayInWords(until, new Date(now).toISOString(), language, PROGRAMME_ZONE);
}

/**
 * Notifies the buyer that an order could not be issued and that its whole charge is refunded, or that the card which
 * paid may not.
 */
export async function mailRefund(tx: Tx, ctx: Mailing, order: OrderRow): Promise<void> {
  const charge = await findChargeOf(tx, order.tenant_id, ORDER_PURPOSE, String(order.id));
  const isCardRefused = orderPaymentOf(charge).state === 'CardRefused';
  await queueNotice(tx, ctx, {
    ...guestRecipient(order, order.email),
    template: isCardRefused ? 'orderCardRefused' : 'orderRefunded',
    params: { total: money(toDollars(order.cards_total + order.fee), order.language) },
    dedupKey: `store-order:${order.id}:refused`,
  });
}
