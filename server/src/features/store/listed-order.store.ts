import type { Tx } from '../../platform/database/database.ts';
import type { OrderRow } from './order.store.ts';

/** An order as a list of the desk shows it. */
export type ListedOrder = Pick<OrderRow, 'number' | 'email' | 'cards_total' | 'fee' | 'paid_at'> & {
  readonly state: Exclude<OrderRow['state'], 'Dropped'>;
  /** timestamptz as text. */
  readonly placed_at: string;
  readonly cards: number;
  readonly gifts: number;
  readonly opened: number;
  readonly ended: number;
};

const LIST = (where: string) => `
SELECT o.number, o.email, o.state, o.cards_total, o.fee, o.placed_at, o.paid_at, i.cards, i.gifts, i.opened, i.ended
  FROM (SELECT * FROM store_order
         WHERE tenant_id = $1 AND state <> 'Dropped' AND erased_at IS NULL ${where}
         ORDER BY id DESC LIMIT $2) o
 CROSS JOIN LATERAL (
   SELECT count(*)::int AS cards, count(*) FILTER (WHERE recipient_name IS NOT NULL)::int AS gifts,
          count(opened_at)::int AS opened, count(ended)::int AS ended
     FROM store_item WHERE tenant_id = o.tenant_id AND order_id = o.id) i
 ORDER BY o.id DESC`;

/** Orders, the newest first; of one buyer where an email is given. Those whose buyer was erased are left out. */
export function listOrders(
  tx: Tx,
  tenantId: number,
  { email, most }: { readonly email: string | undefined; readonly most: number },
): Promise<ListedOrder[]> {
  return email === undefined
    ? tx.query(LIST(''), [tenantId, most])
    : tx.query(LIST('AND email_folded = $3'), [tenantId, most, email.toLowerCase()]);
}
