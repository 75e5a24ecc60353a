import { toInstant, type Tx } from '../../../platform/database/database.ts';

/** Moments of an ordered card, as texts of the API; null: not reported. */
export type Delivery = {
  readonly orderedAt: string;
  readonly postedAt: string | null;
  readonly arrivedAt: string | null;
};

type Row = {
  readonly ordered_at: string;
  readonly dispatched_at: string | null;
  readonly delivered_at: string | null;
};

const FIND = `
SELECT coalesce(plastic_ordered_at, created_at) AS ordered_at, dispatched_at, delivered_at
FROM card WHERE tenant_id = $1 AND id = $2`;

/** When a card was ordered, left its maker and arrived. */
export async function findDelivery(tx: Tx, tenantId: number, cardId: bigint): Promise<Delivery | undefined> {
  const row = await tx.first<Row>(FIND, [tenantId, cardId]);
  if (!row) return undefined;
  const momentOf = (at: string | null) => (at === null ? null : toInstant(at));
  return {
    orderedAt: toInstant(row.ordered_at),
    postedAt: momentOf(row.dispatched_at),
    arrivedAt: momentOf(row.delivered_at),
  };
}
