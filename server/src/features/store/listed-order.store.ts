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

/** A list that is narrowed by state or time looks at so many orders, so that a rare state does not read all of them. */
const LOOKED_AT = 5_000;

/** State of an order by that of its cards. */
const STATE = `CASE WHEN o.state <> 'Issued' THEN o.state WHEN i.ended = i.cards THEN 'Ended'
            WHEN i.opened > 0 THEN 'Opened' ELSE 'Paid' END`;
export const ORDER_STATES = ['Placed', 'Paid', 'Opened', 'Ended', 'Refused'] as const;

const LIST = (where: string) => `
SELECT o.number, o.email, o.state, o.cards_total, o.fee, o.placed_at, o.paid_at, i.cards, i.gifts, i.opened, i.ended
  FROM (SELECT * FROM store_order
         WHERE tenant_id = $1 AND state <> 'Dropped' AND erased_at IS NULL ${where}
         ORDER BY id DESC LIMIT $3) o
 CROSS JOIN LATERAL (
   SELECT count(*)::int AS cards, count(*) FILTER (WHERE recipient_name IS NOT NULL)::int AS gifts,
          count(opened_at)::int AS opened, count(ended)::int AS ended
     FROM store_item WHERE tenant_id = o.tenant_id AND order_id = o.id) i
 WHERE ($4::text IS NULL OR ${STATE} = $4) AND ($5::timestamptz IS NULL OR o.placed_at >= $5)
 ORDER BY o.id DESC LIMIT $2`;

export type OrderFilter = {
  readonly email?: string | undefined;
  readonly state?: (typeof ORDER_STATES)[number] | undefined;
  /** Placed at this time or later. */
  readonly since?: number | undefined;
};

/** Orders, the newest first. Those whose buyer was erased are left out. */
export function listOrders(
  tx: Tx,
  tenantId: number,
  { email, state, since }: OrderFilter,
  most: number,
): Promise<ListedOrder[]> {
  const isNarrowed = state !== undefined || since !== undefined;
  const filter = [state ?? null, since === undefined ? null : new Date(since).toISOString()];
  const values = [tenantId, most, isNarrowed ? Math.max(most, LOOKED_AT) : most, ...filter];
  return email === undefined
    ? tx.query(LIST(''), values)
    : tx.query(LIST('AND email_folded = $6'), [...values, email.toLowerCase()]);
}
