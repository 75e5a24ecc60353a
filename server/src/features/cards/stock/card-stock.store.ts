import type { Tx } from '../../../platform/database/database.ts';

/** Adds a card of plastic without a person to the stock. */
export async function addToStock(
  tx: Tx,
  tenantId: number,
  card: { readonly id: bigint; readonly productId: number; readonly at: number },
): Promise<void> {
  await tx.run('INSERT INTO card_stock (tenant_id, card_id, product_id, came_at) VALUES ($1, $2, $3, $4)', [
    tenantId,
    card.id,
    card.productId,
    new Date(card.at),
  ]);
}

const LEAVE = `
UPDATE card_stock SET left_at = $2 WHERE tenant_id = $1 AND card_id IN (
  SELECT s.card_id FROM card_stock s
    JOIN card c ON c.tenant_id = s.tenant_id AND c.id = s.card_id
    JOIN member_account a ON a.tenant_id = c.tenant_id AND a.id = c.member_account_id
    JOIN ledger_account l ON l.tenant_id = a.tenant_id AND l.id = a.ledger_account_id
   WHERE s.tenant_id = $1 AND s.left_at IS NULL
     AND (c.holder_id IS NOT NULL OR l.credited > 0 OR c.status IN ('Stolen', 'Lost', 'Replaced', 'Expired', 'Closed'))
   ORDER BY s.card_id LIMIT $3)`;

/** Notes cards that left the stock: someone has them, money was loaded, or they are over. Answers how many. */
export function leaveStock(tx: Tx, tenantId: number, at: number, most: number): Promise<number> {
  return tx.run(LEAVE, [tenantId, new Date(at), most]);
}

export type StockOfProduct = {
  readonly product: number;
  readonly name: string;
  readonly scheme: string;
  readonly brand: string;
  readonly unused: number;
  /** Cards that left it since a moment. */
  readonly used: number;
};

const STOCK = `
SELECT p.id AS product, p.name, p.scheme, b.identifier AS brand, coalesce(t.cards, 0)::int AS unused,
       coalesce(g.cards, 0)::int AS used
  FROM product p
  JOIN brand b ON b.tenant_id = p.tenant_id AND b.id = p.brand_id
  LEFT JOIN (SELECT product_id, count(*) AS cards FROM card_stock WHERE tenant_id = $1 AND left_at IS NULL
              GROUP BY product_id) t ON t.product_id = p.id
  LEFT JOIN (SELECT product_id, count(*) AS cards FROM card_stock WHERE tenant_id = $1 AND left_at > $2
              GROUP BY product_id) g ON g.product_id = p.id
 WHERE p.tenant_id = $1 AND (t.cards IS NOT NULL OR g.cards IS NOT NULL)
 ORDER BY p.id LIMIT $3`;

/** Products with cards in stock, or with cards that left it since a moment. */
export function listStock(tx: Tx, tenantId: number, since: number, most: number): Promise<StockOfProduct[]> {
  return tx.query(STOCK, [tenantId, new Date(since), most]);
}

export type PlasticOrder = {
  readonly id: bigint;
  readonly masked_number: string;
  readonly product: string;
  /** timestamptz as text, like the next. */
  readonly ordered_at: string;
  readonly dispatched_at: string | null;
  readonly delivered_at: string | null;
  readonly is_sent: boolean;
  /** Code of why it was given up; null: it was not. */
  readonly fault: string | null;
};

const PLASTIC = `
SELECT c.id, c.masked_number, p.name AS product, c.plastic_ordered_at AS ordered_at, c.dispatched_at, c.delivered_at,
       w.done_at IS NOT NULL AS is_sent, CASE WHEN w.dead_at IS NOT NULL THEN coalesce(w.last_error, '') END AS fault
  FROM (SELECT * FROM card WHERE tenant_id = $1 AND plastic_ordered_at IS NOT NULL
         ORDER BY plastic_ordered_at DESC LIMIT $2) c
  JOIN product p ON p.tenant_id = c.tenant_id AND p.id = c.product_id
  LEFT JOIN due_work w ON w.tenant_id = c.tenant_id AND w.job = 'cards.make' AND w.key = c.id::text
 ORDER BY c.plastic_ordered_at DESC, c.id DESC`;

/** Cards of plastic that were ordered, the newest first. */
export function listPlastic(tx: Tx, tenantId: number, most: number): Promise<PlasticOrder[]> {
  return tx.query(PLASTIC, [tenantId, most]);
}
