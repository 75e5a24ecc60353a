import type { Tx } from '../../platform/database/database.ts';
import { fullNameIn } from '../../platform/text/full-name.ts';
import { deliveryOf } from './timeline.store.ts';

type OutboxRow = {
  readonly id: bigint;
  readonly queued_at: string;
  readonly template: string;
  readonly channel: string;
  readonly brand: string;
  readonly holder_id: bigint | null;
  readonly name: string | null;
  readonly state: string;
  readonly attempts: number;
  readonly last_error: string | null;
};

// By brand, whose messages have an index in their order.
const OUTBOX = `
SELECT m.id, m.queued_at, m.template, m.channel, b.name AS brand, m.holder_id, ${fullNameIn('h')} AS name,
       ${deliveryOf('m')} AS state, m.attempts, coalesce(m.undelivered_reason, m.last_error) AS last_error
  FROM brand b
  CROSS JOIN LATERAL (SELECT * FROM outbox_message o WHERE o.brand_id = b.id AND o.id < $2 ORDER BY o.id DESC LIMIT $3) AS m
  LEFT JOIN holder h ON h.tenant_id = m.tenant_id AND h.id = m.holder_id
 WHERE b.tenant_id = $1 ORDER BY m.id DESC LIMIT $3`;

/** Messages of a programme before one, the newest first. */
export function listOutbox(tx: Tx, tenantId: number, before: bigint, most: number): Promise<OutboxRow[]> {
  return tx.query(OUTBOX, [tenantId, before, most]);
}
