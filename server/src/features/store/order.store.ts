import type { Language } from '@wattle/contract/rules/languages.ts';
import type { OrderState, StoreKind } from '@wattle/contract/store/store.ts';
import type { Tx } from '../../platform/database/database.ts';
import { productSettings, type ProductSettings } from '../card-facts/public.ts';
import { kindOf } from './catalogue.store.ts';
import { maskWords } from '../../platform/secrets/typed-card-numbers.ts';

export type StoreScope = { readonly tenantId: number; readonly brandId: number };

export const iso = (ms: number): string => new Date(ms).toISOString();

export type OrderRow = {
  readonly id: bigint;
  readonly tenant_id: number;
  readonly brand_id: number;
  readonly public_id: string;
  /** Dropped: not paid and erased. No browser finds it. */
  readonly state: OrderState | 'Dropped';
  readonly language: Language;
  readonly email: string;
  readonly page: string;
  readonly cards_total: bigint;
  readonly fee: bigint;
  readonly paid_at: string | null;
  readonly number: string | null;
  readonly charge_id: string | null;
  readonly code_cipher: Buffer | null;
  readonly code_key_version: number | null;
  readonly secrets_until: string | null;
  readonly kept_at: string | null;
};

export type Delivery = { readonly Name: string; readonly Address: Readonly<Record<string, string>> };
export type ItemEnd = 'takenBack' | 'refunded' | 'chargedBack';

export type ItemRow = {
  readonly id: bigint;
  readonly position: number;
  readonly product_id: number;
  readonly product: string;
  readonly scheme: string;
  readonly art: string;
  readonly art_is_dark: boolean;
  readonly kind: StoreKind;
  readonly settings: ProductSettings;
  readonly amount: bigint;
  readonly recipient_name: string | null;
  readonly recipient_email: string | null;
  readonly sender_name: string | null;
  readonly message: string | null;
  readonly deliver_on: string | null;
  readonly delivery: Delivery | null;
  readonly member_account_id: bigint | null;
  readonly ledger_account_id: bigint | null;
  readonly card_id: bigint | null;
  readonly code_cipher: Buffer | null;
  readonly code_key_version: number | null;
  readonly code_hash: string | null;
  readonly unlock_at: string | null;
  readonly opened_at: string | null;
  readonly kept_at: string | null;
  readonly ended: ItemEnd | null;
  /** Cents that were refunded. */
  readonly taken: bigint;
};

const ORDER = `
SELECT o.id, o.tenant_id, o.brand_id, o.public_id, o.state, o.language, o.email, o.page, o.cards_total, o.fee,
       o.paid_at, o.number, o.charge_id, o.code_cipher, o.code_key_version, o.secrets_until, o.kept_at
FROM store_order o`;

/** The order of an id that a browser names, where its cookie's hash is one of the order's. */
export function findOrderOfBrowser(
  tx: Tx,
  { tenantId, brandId }: StoreScope,
  publicId: string,
  browserHash: Buffer,
): Promise<OrderRow | undefined> {
  const where = 'WHERE o.tenant_id = $1 AND o.brand_id = $2 AND o.public_id = $3 AND $4 = ANY (o.browser_hashes)';
  return tx.first(`${ORDER} ${where}`, [tenantId, brandId, publicId, browserHash]);
}

export function findOrder(tx: Tx, tenantId: number, id: bigint): Promise<OrderRow | undefined> {
  return tx.first(`${ORDER} WHERE o.tenant_id = $1 AND o.id = $2`, [tenantId, id]);
}

/** The same, locked until the transaction ends. */
export function lockOrder(tx: Tx, tenantId: number, id: bigint): Promise<OrderRow | undefined> {
  return tx.first(`${ORDER} WHERE o.tenant_id = $1 AND o.id = $2 FOR NO KEY UPDATE`, [tenantId, id]);
}

export function findOrderByNumber(tx: Tx, tenantId: number, number: string): Promise<OrderRow | undefined> {
  return tx.first(`${ORDER} WHERE o.tenant_id = $1 AND o.number = $2`, [tenantId, number]);
}

/** Issued and refused orders whose mail was not sent yet, the oldest first, each for one server. */
export function takeUnnotified(tx: Tx, tenantId: number, atMost: number): Promise<OrderRow[]> {
  const where = `WHERE o.tenant_id = $1 AND o.state <> 'Placed' AND o.told_at IS NULL`;
  return tx.query(`${ORDER} ${where} ORDER BY o.id LIMIT $2 FOR NO KEY UPDATE SKIP LOCKED`, [tenantId, atMost]);
}

const ITEMS = `
SELECT i.id, i.position, i.product_id, p.name AS product, p.scheme, p.art, p.art_is_dark, p.is_virtual,
       p.is_reloadable, p.settings, i.amount, i.recipient_name, i.recipient_email, i.sender_name, i.message,
       i.deliver_on::text AS deliver_on, i.delivery, i.member_account_id, a.ledger_account_id, i.card_id,
       i.code_cipher, i.code_key_version, i.code_hash, i.unlock_at, i.opened_at, i.kept_at, i.ended, i.taken
FROM store_item i
JOIN product p ON p.tenant_id = i.tenant_id AND p.id = i.product_id
LEFT JOIN member_account a ON a.tenant_id = i.tenant_id AND a.id = i.member_account_id`;

type Read = Omit<ItemRow, 'kind' | 'settings'> & {
  readonly is_virtual: boolean;
  readonly is_reloadable: boolean;
  readonly settings: unknown;
};

function toItem({ is_virtual, is_reloadable, settings, ...row }: Read): ItemRow {
  return { ...row, kind: kindOf({ is_virtual, is_reloadable }), settings: productSettings.parse(settings) };
}

/** The cards of an order in their places. */
export async function listItems(tx: Tx, tenantId: number, orderId: bigint): Promise<ItemRow[]> {
  const where = 'WHERE i.tenant_id = $1 AND i.order_id = $2 ORDER BY i.position';
  return (await tx.query<Read>(`${ITEMS} ${where}`, [tenantId, orderId])).map(toItem);
}

export async function findItem(
  tx: Tx,
  tenantId: number,
  id: bigint,
  lock = false,
): Promise<(ItemRow & { readonly order_id: bigint }) | undefined> {
  const order = ITEMS.replace('SELECT i.id,', 'SELECT i.order_id, i.id,');
  const row = await tx.first<Read & { readonly order_id: bigint }>(
    `${order} WHERE i.tenant_id = $1 AND i.id = $2${lock ? ' FOR NO KEY UPDATE OF i' : ''}`,
    [tenantId, id],
  );
  return row && { ...toItem(row), order_id: row.order_id };
}

export type NewItem = {
  readonly productId: number;
  readonly amount: bigint;
  readonly recipientName: string | null;
  readonly recipientEmail: string | null;
  readonly senderName: string | null;
  readonly message: string | null;
  readonly deliverOn: string | null;
  readonly delivery: Delivery | null;
};

export type NewOrder = StoreScope & {
  readonly publicId: string;
  readonly language: Language;
  readonly email: string;
  readonly page: string;
  readonly browserHash: Buffer;
  readonly fee: bigint;
  readonly items: readonly NewItem[];
  readonly at: number;
};

const ADD_ORDER = `
INSERT INTO store_order (tenant_id, brand_id, public_id, language, email, page, browser_hashes, cards_total, fee,
                         placed_at)
VALUES ($1, $2, $3, $4, $5, $6, ARRAY[$7::bytea], $8, $9, $10) RETURNING id`;
const ADD_ITEM = `
INSERT INTO store_item (tenant_id, order_id, position, product_id, amount, recipient_name, recipient_email, sender_name,
                        message, deliver_on, delivery)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`;

/** Writes an order with its cards, which never changes afterwards. */
export async function addOrder(tx: Tx, order: NewOrder): Promise<bigint> {
  const total = order.items.reduce((sum, { amount }) => sum + amount, 0n);
  const row = await tx.first<{ id: bigint }>(ADD_ORDER, [
    order.tenantId,
    order.brandId,
    order.publicId,
    order.language,
    order.email,
    order.page,
    order.browserHash,
    total,
    order.fee,
    iso(order.at),
  ]);
  if (!row) throw new Error('no order was inserted');
  for (const [index, item] of order.items.entries()) {
    tx.later(ADD_ITEM, [
      order.tenantId,
      row.id,
      index + 1,
      item.productId,
      item.amount,
      item.recipientName,
      item.recipientEmail,
      item.senderName,
      item.message === null ? null : maskWords(item.message),
      item.deliverOn,
      item.delivery === null ? null : JSON.stringify(item.delivery),
    ]);
  }
  return row.id;
}
