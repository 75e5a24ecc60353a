import type { Tx } from '../../platform/database/database.ts';
import type { EventType } from './catalogue.ts';

export type NotedEvent = {
  readonly type: EventType;
  /** `authorisation:<uuid>`, `payment:902`. */
  readonly object: string;
  /** Fields that are known here. The last four digits of a card and the sign of a posting are added later. */
  readonly data: Readonly<Record<string, string | number | null>>;
};

/** Whether the programme has an endpoint, or one that may get its events later. */
const HAS_ENDPOINT = `EXISTS (SELECT FROM webhook_endpoint e WHERE e.tenant_id = $1 AND e.state <> 'off')`;

// The filter has no column of the events, so without an endpoint their text is not even read.
const NOTE = `
INSERT INTO webhook_event (tenant_id, type, object, data)
SELECT $1, noted.event ->> 'type', noted.event ->> 'object', noted.event -> 'data'
  FROM jsonb_array_elements($2::text::jsonb) WITH ORDINALITY AS noted (event, n)
 WHERE ${HAS_ENDPOINT} ORDER BY noted.n`;

/** Writes events in the transaction of their cause. Nothing is written for a programme without an endpoint. */
export function noteEvents(tx: Tx, tenantId: number, events: readonly NotedEvent[]): void {
  if (events.length === 0) return;
  tx.later(NOTE, [tenantId, JSON.stringify(events)]);
}

/**
 * A statement that changes rows of payment_out, with `payment` as their alias, and notes an event for each new state but
 * `Made`. `$1` is the tenant. It answers the accounts of the payments.
 */
export const notingPayments = (update: string): string => `
WITH moved AS (
  ${update} RETURNING payment.transfer_id, payment.member_account_id, payment.method, payment.amount, payment.state),
noted AS (
  INSERT INTO webhook_event (tenant_id, type, object, data)
  SELECT $1, 'payment.' || lower(moved.state), 'payment:' || moved.transfer_id,
         jsonb_build_object('account', 'account:' || moved.member_account_id, 'method', moved.method,
                            'amount', moved.amount, 'state', moved.state)
    FROM moved WHERE moved.state <> 'Made' AND ${HAS_ENDPOINT})
SELECT member_account_id FROM moved`;
