import { UNREAD_MAX } from '@wattle/contract/notifications/count-notifications.ts';
import { NOTIFICATIONS_SHOWN, type NotificationKind } from '@wattle/contract/notifications/notifications.ts';
import type { Tx } from '../../platform/database/database.ts';

/** A notification as it is kept. */
export type NotificationRow = {
  readonly id: bigint;
  readonly kind: NotificationKind;
  readonly params: unknown;
  readonly happened_at: string;
  readonly is_read: boolean;
};

/** The reader of notifications. Ids of web accounts are unique across tenants. */
export type Reader = { readonly tenantId: number; readonly webAccountId: bigint };

// One notification more than shown tells whether there are older ones.
const PAGE = (condition: string) => `
SELECT id, kind, params, happened_at, read_at IS NOT NULL AS is_read FROM notification
 WHERE tenant_id = $1 AND web_account_id = $2 AND id < $3 ${condition}
 ORDER BY id DESC LIMIT ${NOTIFICATIONS_SHOWN + 1}`;
export const ALL_NOTIFICATIONS = PAGE('');
export const NOTIFICATIONS_OF_TOPIC = PAGE('AND topic = $4');

const NEWEST = 9_223_372_036_854_775_807n;

export function listNotifications(
  tx: Tx,
  { tenantId, webAccountId }: Reader,
  { topic, before = NEWEST }: { readonly topic?: string | undefined; readonly before?: bigint | undefined },
): Promise<NotificationRow[]> {
  return topic === undefined
    ? tx.query(ALL_NOTIFICATIONS, [tenantId, webAccountId, before])
    : tx.query(NOTIFICATIONS_OF_TOPIC, [tenantId, webAccountId, before, topic]);
}

const COUNT = `
SELECT count(*) AS unread FROM (
  SELECT FROM notification WHERE tenant_id = $1 AND web_account_id = $2 AND read_at IS NULL LIMIT ${UNREAD_MAX}
) AS counted`;

/** Number of unread notifications, up to the maximum that is counted. */
export async function countUnread(tx: Tx, { tenantId, webAccountId }: Reader): Promise<number> {
  const row = await tx.first<{ unread: bigint }>(COUNT, [tenantId, webAccountId]);
  return Number(row?.unread ?? 0);
}

/** Marks one as read. False if its reader has none of this id. */
export async function markRead(tx: Tx, { tenantId, webAccountId }: Reader, id: bigint, atMs: number): Promise<boolean> {
  const changed = await tx.run(
    `UPDATE notification SET read_at = coalesce(read_at, $4) WHERE tenant_id = $1 AND web_account_id = $2 AND id = $3`,
    [tenantId, webAccountId, id, new Date(atMs).toISOString()],
  );
  return changed > 0;
}

export async function markAllRead(tx: Tx, { tenantId, webAccountId }: Reader, upTo: bigint, atMs: number) {
  await tx.run(
    `UPDATE notification SET read_at = $4
      WHERE tenant_id = $1 AND web_account_id = $2 AND read_at IS NULL AND id <= $3`,
    [tenantId, webAccountId, upTo, new Date(atMs).toISOString()],
  );
}

/** Deletes some notifications from before a moment of business time. Returns their number. */
export function forgetBefore(tx: Tx, tenantId: number, beforeMs: number, atOnce: number): Promise<number> {
  return tx.run(
    `DELETE FROM notification WHERE (web_account_id, id) IN (
       SELECT web_account_id, id FROM notification WHERE tenant_id = $1 AND happened_at < $2
        ORDER BY happened_at LIMIT $3)`,
    [tenantId, new Date(beforeMs).toISOString(), atOnce],
  );
}
