import type { Tx } from '../../platform/database/database.ts';
import { type Channel, TEMPLATES_WITHOUT_END } from './message.types.ts';
import { IS_KEPT, LONGEST_MS } from './outbox.store.ts';

const instant = (ms: number) => new Date(ms).toISOString();

/** A kept message whose code or link has not ended. */
const KEPT = `${IS_KEPT} AND (template = ANY ($2::text[]) OR expires_at > $3)`;

export type DeadMessages = {
  readonly channel: Channel;
  readonly template: string;
  readonly reason: string;
  readonly messages: number;
  /** Those among them that can be sent again. */
  readonly kept: number;
  readonly oldest: string;
};

/** Messages of a programme that were given up, by channel, template and reason. Replaced ones do not count. */
export function listDeadMessages(tx: Tx, tenantId: number, nowMs: number, most: number): Promise<DeadMessages[]> {
  return tx.query<DeadMessages>(
    `SELECT channel, template, coalesce(last_error, '') AS reason, count(*)::integer AS messages,
            (count(*) FILTER (WHERE ${KEPT}))::integer AS kept, min(dead_at)::text AS oldest
       FROM outbox_message WHERE tenant_id = $1 AND dead_at IS NOT NULL AND last_error <> 'replaced'
      GROUP BY channel, template, last_error ORDER BY messages DESC, channel, template, reason LIMIT $4`,
    [tenantId, [...TEMPLATES_WITHOUT_END], instant(nowMs), most],
  );
}

export type KeptMessages = { readonly template: string; readonly messages: number };

/** Messages of a channel that died because it was off and can be sent again, by template. */
export function countKept(tx: Tx, tenantId: number, channel: Channel, nowMs: number): Promise<KeptMessages[]> {
  return tx.query<KeptMessages>(
    `SELECT template, count(*)::integer AS messages FROM outbox_message
      WHERE tenant_id = $1 AND channel = $4 AND ${KEPT} GROUP BY template ORDER BY template`,
    [tenantId, [...TEMPLATES_WITHOUT_END], instant(nowMs), channel],
  );
}

/**
 * Makes them due again. One whose code has no end of its own gets the days of a new message. Security time. Returns how
 * many there were.
 */
export function sendKeptAgain(tx: Tx, tenantId: number, channel: Channel, nowMs: number): Promise<number> {
  return tx.run(
    `UPDATE outbox_message
        SET dead_at = NULL, last_error = NULL, attempts = 0, next_attempt_at = $3,
            expires_at = CASE WHEN template = ANY ($2::text[]) THEN $5 ELSE expires_at END
      WHERE tenant_id = $1 AND channel = $4 AND ${KEPT}`,
    [tenantId, [...TEMPLATES_WITHOUT_END], instant(nowMs), channel, instant(nowMs + LONGEST_MS)],
  );
}
