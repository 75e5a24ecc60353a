import type { Tx } from '../../platform/database/database.ts';
import type { ReceiptReason } from '../../outside/receipt.ts';
import type { Language } from '@wattle/contract/rules/languages.ts';
import { type ContactsForCode, contactsForCodeIn, type Heard } from '../contact-marks/public.ts';

const iso = (ms: number) => new Date(ms).toISOString();

/** A message and what receipts have said of it. Times are of the security clock. */
export type HeardMessage = {
  readonly id: bigint;
  readonly tenant_id: number;
  readonly holder_id: bigint | null;
  readonly contact_hash: Buffer | null;
  readonly channel: 'email' | 'sms';
  readonly template: string;
  readonly attempts: number;
  readonly delivered_at: string | null;
  readonly dead_at: string | null;
  readonly arrived_at: string | null;
  readonly complained_at: string | null;
  readonly undelivered_at: string | null;
  readonly undelivered_reason: ReceiptReason | null;
  readonly undelivered_for_good: boolean | null;
};

const FIND = (is: string) => `
SELECT id, tenant_id, holder_id, contact_hash, channel, template, attempts, delivered_at, dead_at, arrived_at,
       complained_at, undelivered_at, undelivered_reason, undelivered_for_good
  FROM outbox_message
 WHERE tenant_id = $1 AND channel = $2 AND attempts > 0 AND ${is}
 ORDER BY id DESC LIMIT 1 FOR NO KEY UPDATE`;

const BY_MESSAGE = FIND('message_id = $3');
const BY_PROVIDER = FIND('provider_id = $3');

/** The message of a receipt, locked: by our id, or by the one that the provider gave it. It was sent at least once. */
export function lockHeard(
  tx: Tx,
  { tenantId, channel, by, id }: { tenantId: number; channel: 'email' | 'sms'; by: 'message' | 'provider'; id: string },
): Promise<HeardMessage | undefined> {
  return tx.first(by === 'message' ? BY_MESSAGE : BY_PROVIDER, [tenantId, channel, id]);
}

type Saving = {
  readonly nowMs: number;
  /** Id that the receipt gives the message, kept where the answer that gave it was lost. */
  readonly providerId: string | undefined;
  readonly keepsContent: boolean;
};

/** Saves all that is known of a message. One that was not known to be accepted is, and is not sent again. */
export async function saveHeard(
  tx: Tx,
  message: HeardMessage,
  { nowMs, providerId, keepsContent }: Saving,
): Promise<void> {
  await tx.run(
    `UPDATE outbox_message
        SET arrived_at = $3, complained_at = $4, undelivered_at = $5, undelivered_reason = $6,
            undelivered_for_good = $7, provider_id = coalesce(provider_id, left($10, 200)),
            delivered_at = CASE WHEN dead_at IS NULL THEN coalesce(delivered_at, $8) END,
            last_error = CASE WHEN dead_at IS NULL AND delivered_at IS NULL THEN NULL ELSE last_error END,
            content_cipher = CASE WHEN $9 THEN content_cipher END,
            content_key_version = CASE WHEN $9 THEN content_key_version END
      WHERE tenant_id = $1 AND id = $2`,
    [
      message.tenant_id,
      message.id,
      message.arrived_at,
      message.complained_at,
      message.undelivered_at,
      message.undelivered_reason,
      message.undelivered_for_good,
      iso(nowMs),
      keepsContent,
      providerId ?? null,
    ],
  );
}

type HeardRow = {
  readonly channel: 'email' | 'sms';
  readonly has_arrived: boolean;
  readonly has_complained: boolean;
  readonly reason: ReceiptReason | null;
  readonly is_for_good: boolean | null;
};

/** Messages to a contact that decide about it. Older ones say nothing that these do not. */
const COUNTED = 20;

/**
 * Receipts about the newest messages to a contact since a moment, in the order of the messages. They are of all holders
 * who have it, but a mail is reported as unwanted by the holder whom it is for.
 */
export async function listHeard(
  tx: Tx,
  tenantId: number,
  { contactHash, holderId, since }: { readonly contactHash: Buffer; readonly holderId: bigint; readonly since: string },
): Promise<(Heard & { readonly hasComplained: boolean })[]> {
  const rows = await tx.query<HeardRow>(
    `SELECT channel, arrived_at IS NOT NULL AS has_arrived, complained_at IS NOT NULL AND holder_id = $4 AS has_complained,
            undelivered_reason AS reason, undelivered_for_good AS is_for_good
       FROM outbox_message
      WHERE tenant_id = $1 AND contact_hash = $2
        AND (arrived_at IS NOT NULL OR undelivered_at IS NOT NULL OR complained_at IS NOT NULL)
        AND coalesce(delivered_at, dead_at) > $3
      ORDER BY id DESC LIMIT ${COUNTED}`,
    [tenantId, contactHash, since, holderId],
  );
  return rows.map(
    ({ channel, has_arrived: hasArrived, has_complained: hasComplained, reason, is_for_good: isForGood }) => ({
      channel,
      hasArrived,
      hasComplained,
      failure: reason === null ? undefined : { reason, isForGood: isForGood ?? false },
    }),
  );
}

export type JudgedHolder = ContactsForCode & {
  readonly brand_id: number;
  readonly first_name: string;
  readonly language: Language;
};

const JUDGED = `
SELECT h.brand_id, h.first_name, h.language, ${contactsForCodeIn('h')}
  FROM holder h WHERE h.tenant_id = $1 AND h.id = $2 AND h.died_on IS NULL`;

/** A holder who can be reached at all, with the marks of now; undefined if there is none. */
export function readJudgedHolder(tx: Tx, tenantId: number, holderId: bigint): Promise<JudgedHolder | undefined> {
  return tx.first(JUDGED, [tenantId, holderId]);
}
