import type { Tx } from '../../platform/database/database.ts';
import { fullNameIn } from '../../platform/text/full-name.ts';

export type FoundPlastic = {
  readonly id: bigint;
  readonly last_four: string;
  readonly status: string;
  readonly product: string;
  readonly brand: string;
  readonly account: string;
  readonly holder_id: bigint | null;
  readonly name: string;
};

const CARDS = `
SELECT c.id, right(c.masked_number, 4) AS last_four, c.status, p.name AS product, b.name AS brand,
       m.account_number AS account, h.id AS holder_id, coalesce(${fullNameIn('h')}, '') AS name
  FROM card c
  JOIN product p ON p.tenant_id = c.tenant_id AND p.id = c.product_id
  JOIN brand b ON b.tenant_id = c.tenant_id AND b.id = c.brand_id
  JOIN member_account m ON m.tenant_id = c.tenant_id AND m.id = c.member_account_id
  LEFT JOIN holder h ON h.tenant_id = c.tenant_id AND h.id = c.holder_id
 WHERE c.tenant_id = $1 AND c.id = ANY ($2::bigint[])
 ORDER BY c.status IN ('Closed', 'Replaced', 'Expired'), c.id DESC`;

/** Cards with whom they belong to, those in use first. */
export function listCards(tx: Tx, tenantId: number, cardIds: readonly bigint[]): Promise<FoundPlastic[]> {
  return tx.query(CARDS, [tenantId, cardIds]);
}

export type FoundOrder = {
  readonly number: string;
  readonly state: string;
  readonly cents: bigint;
  readonly cards: number;
};

const ORDER = `
SELECT o.number, o.state, o.cards_total + o.fee AS cents,
       (SELECT count(*)::int FROM store_item i WHERE i.tenant_id = o.tenant_id AND i.order_id = o.id) AS cards
  FROM store_order o WHERE o.tenant_id = $1 AND o.number = $2`;

/** An order of the store by its number. */
export function findOrder(tx: Tx, tenantId: number, number: string): Promise<FoundOrder | undefined> {
  return tx.first(ORDER, [tenantId, number]);
}
