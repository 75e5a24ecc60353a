import type { Tx } from '../../platform/database/database.ts';
import { iso, type OrderRow } from './order.store.ts';

// An order whose payment is open, or may have been made, is still being paid. The lock keeps it from being issued
// meanwhile.
const TAKE = `
SELECT o.id, o.state FROM store_order o
WHERE o.tenant_id = $1 AND o.erased_at IS NULL
  AND o.placed_at <= $2 AND (o.state = 'Placed' OR o.placed_at <= $3)
  AND NOT EXISTS (
    SELECT FROM gateway_payment p
    WHERE p.tenant_id = o.tenant_id AND p.purpose = $4 AND p.subject = o.id::text
      AND p.state IN ('Opening', 'Open', 'Unknown'))
ORDER BY o.placed_at, o.id LIMIT $5 FOR NO KEY UPDATE OF o SKIP LOCKED`;

type Due = {
  readonly purpose: string;
  /** Business time: orders that were placed before it and never paid for. */
  readonly unpaidBefore: number;
  /** The same for those that were paid. */
  readonly paidBefore: number;
  readonly atMost: number;
};

/** Orders whose personal data is no longer needed, the oldest first, each for one server. */
export function takeToErase(
  tx: Tx,
  tenantId: number,
  { purpose, unpaidBefore, paidBefore, atMost }: Due,
): Promise<Pick<OrderRow, 'id' | 'state'>[]> {
  return tx.query(TAKE, [tenantId, iso(unpaidBefore), iso(paidBefore), purpose, atMost]);
}

const ERASE = [
  `UPDATE store_order SET email = '', browser_hashes = '{}', erased_at = $3,
          told_at = coalesce(told_at, $3),
          state = CASE WHEN state = 'Placed' THEN 'Dropped' ELSE state END
    WHERE tenant_id = $1 AND id = $2`,
  `UPDATE store_link SET over_at = coalesce(over_at, $3) WHERE tenant_id = $1 AND order_id = $2`,
];
const ERASE_CARDS = [
  `UPDATE store_item SET recipient_name = NULL, recipient_email = NULL, sender_name = NULL, message = NULL,
          deliver_on = NULL, delivery = NULL
    WHERE tenant_id = $1 AND order_id = $2`,
  `UPDATE card_delivery SET name = '', address = '{}'
    WHERE tenant_id = $1
      AND card_id IN (SELECT card_id FROM store_item WHERE tenant_id = $1 AND order_id = $2 AND card_id IS NOT NULL)`,
];

/** Erases the buyer, recipients, addresses and messages of an order. Amounts and cards stay. */
export async function eraseOrder(tx: Tx, tenantId: number, id: bigint, at: number): Promise<void> {
  for (const sql of ERASE) await tx.run(sql, [tenantId, id, iso(at)]);
  for (const sql of ERASE_CARDS) await tx.run(sql, [tenantId, id]);
}

const WITHOUT_CARD = `
SELECT a.id, a.ledger_account_id
FROM store_item i JOIN member_account a ON a.tenant_id = i.tenant_id AND a.id = i.member_account_id
WHERE i.tenant_id = $1 AND i.order_id = $2 AND i.card_id IS NULL AND NOT a.is_closed
ORDER BY a.ledger_account_id`;

/** Accounts of an order on which no card was issued. */
export function listAccountsWithoutCard(
  tx: Tx,
  tenantId: number,
  orderId: string,
): Promise<{ readonly id: bigint; readonly ledger_account_id: bigint }[]> {
  return tx.query(WITHOUT_CARD, [tenantId, orderId]);
}
