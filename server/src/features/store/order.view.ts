import type { CardSecrets, ItemState, OrderItem, OrderView } from '@wattle/contract/store/store.ts';
import type { AppContext } from '../../compose/context.ts';
import { toInstant } from '../../platform/database/database.ts';
import { toDollars } from '../../platform/money.ts';
import type { Brand } from '../brands/public.ts';
import type { OrderPayment } from './order-payment.ts';
import type { ItemRow, OrderRow } from './order.store.ts';

/** Where the picture of a product is served; null while its brand has none. */
export function artAddress(brand: Brand, art: string): string | null {
  const version = brand.assets.get(`card-${art}.svg`);
  return version === undefined ? null : `/assets/brands/${brand.identifier}/card-${art}.svg?v=${version}`;
}

/** Picture of the card of an item. */
export function pictureOf(brand: Brand, item: ItemRow) {
  return {
    Kind: item.kind,
    ProductName: item.product,
    Scheme: item.scheme,
    Art: artAddress(brand, item.art),
    IsDarkArt: item.art_is_dark,
  };
}

function picturedOf(brand: Brand, item: ItemRow) {
  return {
    ...pictureOf(brand, item),
    ItemId: item.position,
    Amount: toDollars(item.amount),
  };
}

/** State of a card of an order. */
export function itemStateOf(order: Pick<OrderRow, 'state'>, item: ItemRow): ItemState {
  if (item.ended === 'takenBack') return 'TakenBack';
  if (item.ended !== null) return 'Refunded';
  if (order.state !== 'Issued') return 'Waiting';
  if (item.recipient_name === null) return 'Ready';
  if (item.unlock_at !== null) return 'Locked';
  return item.opened_at === null ? 'Sent' : 'Opened';
}

function deliveryLine({ delivery }: ItemRow): string | null {
  if (!delivery) return null;
  const { AddressLine1, Suburb, State, PostCode } = delivery.Address;
  const place = [Suburb, State, PostCode].filter(Boolean).join(' ');
  return [delivery.Name, AddressLine1, place].filter(Boolean).join(', ');
}

function toOrderItem(brand: Brand, order: OrderRow, item: ItemRow): OrderItem {
  return {
    ...picturedOf(brand, item),
    State: itemStateOf(order, item),
    Gift: item.recipient_name === null ? null : { RecipientName: item.recipient_name, DeliverOn: item.deliver_on },
    Delivery: deliveryLine(item),
  };
}

/** The buyer's own cards that may still be shown. */
export function revealable(order: OrderRow, items: readonly ItemRow[], nowMs: number): ItemRow[] {
  if (order.state !== 'Issued' || order.kept_at !== null || order.secrets_until === null) return [];
  if (Date.parse(toInstant(order.secrets_until)) <= nowMs) return [];
  return items.filter(({ recipient_name: recipient, ended }) => recipient === null && ended === null);
}

/** The code that mailed links of an order ask for. */
export function collectionCodeOf({ secrets }: Pick<AppContext, 'secrets'>, order: OrderRow): string | null {
  const { code_cipher: cipher, code_key_version: version } = order;
  return cipher === null || version === null ? null : secrets.decrypt(cipher, version, 'storeOrder', order.id);
}

type Shown = {
  readonly brand: Brand;
  readonly order: OrderRow;
  readonly items: readonly ItemRow[];
  readonly payment: OrderPayment;
};

export function toOrderView(
  ctx: Pick<AppContext, 'secrets' | 'clocks'>,
  { brand, order, items, payment }: Shown,
): OrderView {
  if (order.state === 'Dropped') throw new Error('a dropped order was shown');
  return {
    OrderId: order.public_id,
    State: order.state,
    Payment: payment.state,
    Number: order.number,
    Email: order.email,
    CardsTotal: toDollars(order.cards_total),
    Fee: toDollars(order.fee),
    Total: toDollars(order.cards_total + order.fee),
    PaidAt: order.paid_at === null ? null : toInstant(order.paid_at),
    PaidWith: payment.paidWith,
    CollectionCode: order.state === 'Issued' ? collectionCodeOf(ctx, order) : null,
    MayReveal: revealable(order, items, ctx.clocks.security.now()).length > 0,
    Items: items.map((item) => toOrderItem(brand, order, item)),
  };
}

export type IssuedCard = { readonly pan: string; readonly maskedNumber: string; readonly expiry: string };

/** Details for using a card of an order: all of a virtual card, the activation code of a plastic one. */
export function toCardSecrets(
  { secrets }: Pick<AppContext, 'secrets'>,
  brand: Brand,
  item: ItemRow,
  card: IssuedCard,
): CardSecrets {
  const { code_cipher: cipher, code_key_version: version } = item;
  const code = cipher === null || version === null ? null : secrets.decrypt(cipher, version, 'storeItem', item.id);
  const isVirtual = item.kind === 'virtual';
  return {
    ...picturedOf(brand, item),
    MaskedCardNumber: card.maskedNumber,
    ExpirationDate: card.expiry,
    CardNumber: isVirtual ? card.pan : null,
    Cvv2: isVirtual ? secrets.cvv2(card.pan, card.expiry) : null,
    AccessCode: isVirtual ? code : null,
    ActivationCode: isVirtual ? null : code,
  };
}
