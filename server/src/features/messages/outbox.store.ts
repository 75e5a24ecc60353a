import type { Language } from '@wattle/contract/rules/languages.ts';
import { randomUUID } from 'node:crypto';
import type { Tx } from '../../platform/database/database.ts';
import type { Secrets } from '../../platform/secrets/secrets.ts';
import { contactHash, type Failure } from '../contact-marks/public.ts';
import type { Channel, Content, Message, Template } from './message.types.ts';

const instant = (ms: number) => new Date(ms).toISOString();

/** Keyed hash by which messages to one address are counted. It does not reveal the address. */
export function recipientHash(
  secrets: Pick<Secrets, 'identifierHash'>,
  { brandId, channel, to }: Pick<Message, 'brandId' | 'channel' | 'to'>,
): Buffer {
  return secrets.identifierHash(`${brandId}:${channel}`, to.toLowerCase());
}

/** Time after which a message without its own expiry is given up. */
export const LONGEST_MS = 3 * 24 * 3_600_000;

/** Adds a message. False if one with the same cause exists. */
export async function insertMessage(
  tx: Tx,
  secrets: Secrets,
  message: Message,
  now: { readonly business: number; readonly security: number },
): Promise<boolean> {
  const drawn = await tx.first<{ id: bigint }>("SELECT nextval('outbox_message_id_seq') AS id");
  if (!drawn) throw new Error('a sequence answers one row');
  const content: Content = { to: message.to, params: message.params };
  const { cipher, keyVersion } = secrets.encrypt(JSON.stringify(content), 'message', drawn.id);
  const written = await tx.run(
    `INSERT INTO outbox_message (id, tenant_id, brand_id, holder_id, message_id, dedup_key, channel, template, language,
                                 content_cipher, content_key_version, queued_at, due_at, next_attempt_at,
                                 counted_at, recipient_hash, expires_at, contact_hash)
     OVERRIDING SYSTEM VALUE
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $14, $15, $16, $17)
     ON CONFLICT (tenant_id, dedup_key) DO NOTHING`,
    [
      drawn.id,
      message.tenantId,
      message.brandId,
      message.holderId,
      randomUUID(),
      message.dedupKey,
      message.channel,
      message.template,
      message.language,
      cipher,
      keyVersion,
      instant(now.business),
      instant(message.dueAt ?? now.business),
      instant(now.security),
      message.holderId === null ? recipientHash(secrets, message) : null,
      instant(message.expiresAt ?? now.security + Math.max(0, (message.dueAt ?? 0) - now.business) + LONGEST_MS),
      message.holderId === null || message.channel === 'push' ? null : contactHash(secrets, message.tenantId, message),
    ],
  );
  return written === 1;
}

/** Its content is removed when a message ends. The sandbox keeps it for its inbox. */
const CONTENT_KEPT_IF = (kept: string) => `content_cipher = CASE WHEN ${kept} THEN content_cipher END,
            content_key_version = CASE WHEN ${kept} THEN content_key_version END`;

/** A dead message whose content is kept, because it died for its channel alone. */
export const IS_KEPT = "dead_at IS NOT NULL AND last_error = 'channel_off' AND content_cipher IS NOT NULL";

type Counted = { readonly tenantId: number; readonly template: Template; readonly sinceMs: number };

/** Messages of a template that were queued for all people of a brand since a moment. Security time. */
export async function countMessagesOfBrand(
  tx: Tx,
  { tenantId, brandId, template, sinceMs }: Counted & { readonly brandId: number },
): Promise<number> {
  const row = await tx.first<{ queued: bigint }>(
    `SELECT count(*) AS queued FROM outbox_message
      WHERE tenant_id = $1 AND brand_id = $2 AND template = $3 AND counted_at > $4`,
    [tenantId, brandId, template, instant(sinceMs)],
  );
  return Number(row?.queued ?? 0n);
}

/**
 * Receiver by which messages are counted: a holder, the address of a person who is not a holder, or all such persons.
 */
export type Receiver =
  | { readonly column: 'holder_id'; readonly value: bigint }
  | { readonly column: 'recipient_hash'; readonly value: Buffer }
  | { readonly column: 'strangers_of_brand'; readonly value: number };

const IS_RECEIVER: Readonly<Record<Receiver['column'], string>> = {
  holder_id: 'holder_id = $6',
  recipient_hash: 'recipient_hash = $6',
  strangers_of_brand: 'holder_id IS NULL AND brand_id = $6',
};

/**
 * When the `nth` newest message (1: the newest) of a template and channel was queued for this receiver since a moment;
 * undefined if there are fewer. Security time.
 */
export async function readNthNewest(
  tx: Tx,
  { tenantId, template, sinceMs, channel, receiver, nth }: Counted & Pick<Message, 'channel'> & Nth,
): Promise<number | undefined> {
  const row = await tx.first<{ counted_at: string }>(
    `SELECT counted_at FROM outbox_message
      WHERE tenant_id = $1 AND template = $2 AND channel = $3 AND counted_at > $4 AND ${IS_RECEIVER[receiver.column]}
      ORDER BY counted_at DESC OFFSET $5 LIMIT 1`,
    [tenantId, template, channel, instant(sinceMs), nth - 1, receiver.value],
  );
  return row && Date.parse(row.counted_at);
}
type Nth = { readonly receiver: Receiver; readonly nth: number };

/**
 * Withdraws messages by the prefix of their dedup key, because they are no longer true: those that wait, and those that
 * are kept because their channel was off. Security time.
 */
export async function withdrawWaiting(
  tx: Tx,
  tenantId: number,
  { keyStart, queuedBy }: { readonly keyStart: string; readonly queuedBy: number | null },
  atMs: number,
): Promise<void> {
  for (const which of ['delivered_at IS NULL AND dead_at IS NULL', IS_KEPT])
    await tx.run(
      `UPDATE outbox_message SET dead_at = $3, last_error = 'replaced', content_cipher = NULL, content_key_version = NULL
        WHERE tenant_id = $1 AND ${which} AND starts_with(dedup_key, $2)
          AND ($4::timestamptz IS NULL OR queued_at <= $4)`,
      [tenantId, keyStart, instant(atMs), queuedBy === null ? null : instant(queuedBy)],
    );
}

/** Gives up expired codes and links, and messages that no channel has accepted for days. */
export async function giveUpExpired(tx: Tx, tenantId: number, atMs: number, keepsContent: boolean): Promise<void> {
  await tx.run(
    `UPDATE outbox_message SET dead_at = $2, last_error = 'expired', ${CONTENT_KEPT_IF('$3')}
      WHERE tenant_id = $1 AND delivered_at IS NULL AND dead_at IS NULL AND expires_at <= $2
        AND next_attempt_at <= $2`,
    [tenantId, instant(atMs), keepsContent],
  );
}

/** Tenants with messages to send. */
export async function tenantsWithDue(tx: Tx, now: { business: number; security: number }): Promise<number[]> {
  const rows = await tx.query<{ id: number }>('SELECT id FROM tenants_with_due_messages($1, $2) AS due(id)', [
    instant(now.business),
    instant(now.security),
  ]);
  return rows.map(({ id }) => id);
}

export type ClaimedMessage = {
  readonly id: bigint;
  readonly tenant_id: number;
  readonly brand_id: number;
  /** Null: a message to someone who is not a holder. */
  readonly holder_id: bigint | null;
  /** Null: it goes to no contact of a holder, or was queued before there were receipts. */
  readonly contact_hash: Buffer | null;
  readonly message_id: string;
  readonly channel: Channel;
  readonly template: string;
  readonly language: Language;
  readonly content_cipher: Buffer;
  readonly content_key_version: number;
  /** Including the one that begins now. */
  readonly attempts: number;
  /** Security time at which it was queued. */
  readonly counted_at: string;
  /** Security time from which it is not sent. */
  readonly expires_at: string;
};

type Claim = {
  readonly tenantId: number;
  readonly business: number;
  readonly security: number;
  /** Security time from which another server may take them over. */
  readonly leaseEndsAt: number;
  readonly limit: number;
  /** Channels that accept nothing now. */
  readonly except: readonly Channel[];
};

/** Claims due messages for one attempt each, and skips those that another server is claiming. */
export function claimDue(tx: Tx, claim: Claim): Promise<ClaimedMessage[]> {
  return tx.query<ClaimedMessage>(
    `WITH due AS MATERIALIZED (
       SELECT id FROM outbox_message
        WHERE tenant_id = $1 AND delivered_at IS NULL AND dead_at IS NULL AND next_attempt_at <= $2 AND due_at <= $3
          AND channel <> ALL ($6::text[])
        ORDER BY next_attempt_at, id LIMIT $4 FOR UPDATE SKIP LOCKED)
     UPDATE outbox_message m SET attempts = m.attempts + 1, next_attempt_at = $5
       FROM due WHERE m.tenant_id = $1 AND m.id = due.id
     RETURNING m.id, m.tenant_id, m.brand_id, m.holder_id, m.contact_hash, m.message_id, m.channel, m.template, m.language, m.content_cipher,
               m.content_key_version, m.attempts,
               coalesce(m.counted_at, $2::timestamptz - interval '3 days') AS counted_at,
               coalesce(m.expires_at, $2::timestamptz + interval '3 days') AS expires_at`,
    [
      claim.tenantId,
      instant(claim.security),
      instant(claim.business),
      claim.limit,
      instant(claim.leaseEndsAt),
      claim.except,
    ],
  );
}

/** Identifies an attempt. An attempt that another server has taken over has no effect. */
type Attempt = Pick<ClaimedMessage, 'id' | 'tenant_id' | 'attempts'>;

const THIS_ATTEMPT = 'tenant_id = $1 AND id = $2 AND attempts = $3 AND delivered_at IS NULL AND dead_at IS NULL';

type Accepted = {
  readonly atMs: number;
  readonly providerId: string | undefined;
  /** An earlier attempt was accepted, so this one sent nothing and does not count. */
  readonly isFound: boolean;
  readonly keepsContent: boolean;
};

/**
 * The provider has accepted it. A receipt about it may have come first. `keepsContent`: leave it readable to the
 * sandbox's inbox.
 */
export async function markDelivered(
  tx: Tx,
  attempt: Attempt,
  { atMs, providerId, isFound, keepsContent }: Accepted,
): Promise<void> {
  await tx.run(
    `UPDATE outbox_message
        SET delivered_at = coalesce(delivered_at, $4), provider_id = coalesce(left($6, 200), provider_id), last_error = NULL,
            attempts = CASE WHEN $7 THEN attempts - 1 ELSE attempts END,
            ${CONTENT_KEPT_IF('$5')}
      WHERE tenant_id = $1 AND id = $2 AND attempts = $3 AND dead_at IS NULL`,
    [attempt.tenant_id, attempt.id, attempt.attempts, instant(atMs), keepsContent, providerId ?? null, isFound],
  );
}

export async function markFailed(tx: Tx, attempt: Attempt, code: string, nextAttemptAtMs: number): Promise<void> {
  await tx.run(`UPDATE outbox_message SET last_error = $4, next_attempt_at = $5 WHERE ${THIS_ATTEMPT}`, [
    attempt.tenant_id,
    attempt.id,
    attempt.attempts,
    code,
    instant(nextAttemptAtMs),
  ]);
}

/** Postpones a message that was not handed over. The try does not count as an attempt. */
export async function markUnsent(tx: Tx, attempt: Attempt, code: string, nextAttemptAtMs: number): Promise<void> {
  await tx.run(
    `UPDATE outbox_message SET attempts = attempts - 1, last_error = $4, next_attempt_at = $5 WHERE ${THIS_ATTEMPT}`,
    [attempt.tenant_id, attempt.id, attempt.attempts, code, instant(nextAttemptAtMs)],
  );
}

type Dead = {
  readonly code: string;
  readonly atMs: number;
  readonly keepsContent: boolean;
  /** Failure that the answer named as the recipient's. */
  readonly failure: Failure | undefined;
};

/** `keepsContent`: as at a delivery. What died because its channel was off can be sent again, so it is kept too. */
export async function markDead(tx: Tx, attempt: Attempt, { code, atMs, keepsContent, failure }: Dead): Promise<void> {
  await tx.run(
    `UPDATE outbox_message
        SET last_error = $4, dead_at = $5, undelivered_at = CASE WHEN $7::text IS NOT NULL THEN $5::timestamptz END,
            undelivered_reason = $7, undelivered_for_good = $8, ${CONTENT_KEPT_IF("($6 OR $4 = 'channel_off')")}
      WHERE ${THIS_ATTEMPT}`,
    [
      attempt.tenant_id,
      attempt.id,
      attempt.attempts,
      code,
      instant(atMs),
      keepsContent,
      failure?.reason ?? null,
      failure?.isForGood ?? null,
    ],
  );
}

/** Messages are kept this long after they were accepted or given up. */
export const ENDED_KEPT_MS = 30 * 24 * 3_600_000;

/** Deletes messages that were accepted or given up before `beforeMs`, security time. */
export function forgetEnded(tx: Tx, tenantId: number, beforeMs: number): Promise<number> {
  return tx.run('DELETE FROM outbox_message WHERE tenant_id = $1 AND (delivered_at < $2 OR dead_at < $2)', [
    tenantId,
    instant(beforeMs),
  ]);
}

export type StoredMessage = Omit<
  ClaimedMessage,
  | 'content_cipher'
  | 'content_key_version'
  | 'tenant_id'
  | 'brand_id'
  | 'holder_id'
  | 'contact_hash'
  | 'counted_at'
  | 'expires_at'
> & {
  readonly content_cipher: Buffer | null;
  readonly content_key_version: number | null;
  readonly queued_at: string;
  readonly state: 'waiting' | 'delivered' | 'dead';
};

/** The newest messages of a brand. */
export function readNewest(tx: Tx, tenantId: number, brandId: number, limit: number): Promise<StoredMessage[]> {
  return tx.query<StoredMessage>(
    `SELECT id, message_id, channel, template, language, content_cipher, content_key_version, attempts, queued_at,
            CASE WHEN delivered_at IS NOT NULL THEN 'delivered' WHEN dead_at IS NOT NULL THEN 'dead' ELSE 'waiting' END AS state
       FROM outbox_message WHERE tenant_id = $1 AND brand_id = $2 ORDER BY id DESC LIMIT $3`,
    [tenantId, brandId, limit],
  );
}
