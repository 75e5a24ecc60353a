import type { Tx } from '../../platform/database/database.ts';

/** Those of a provider's ids that a text has. */
export async function listTaken(tx: Tx, tenantId: number, providerIds: readonly string[]): Promise<string[]> {
  const rows = await tx.query<{ provider_id: string }>(
    `SELECT provider_id FROM outbox_message
      WHERE tenant_id = $1 AND provider_id = ANY ($2::text[]) AND channel = 'sms'`,
    [tenantId, providerIds],
  );
  return rows.map(({ provider_id: id }) => id);
}

type Texts = {
  readonly tenantId: number;
  readonly except: bigint;
  /** Keyed hashes by which texts to one number are known. */
  readonly hashes: readonly Buffer[];
  /** Security time. */
  readonly since: string;
};

const TO_NUMBER = `tenant_id = $1 AND id <> $2 AND channel = 'sms' AND attempts > 0
                   AND (contact_hash = ANY ($3::bytea[]) OR recipient_hash = ANY ($3::bytea[]))`;

/**
 * Attempts of other texts to a number that may have been accepted under an id that no message has, since a moment or a
 * little before. All attempts of a text count that ended later or has not ended, but for the one whose id is known.
 */
export async function countUnexplained(tx: Tx, { tenantId, except, hashes, since }: Texts): Promise<number> {
  const row = await tx.first<{ attempts: bigint }>(
    `SELECT coalesce(sum(attempts - CASE WHEN provider_id IS NULL THEN 0 ELSE 1 END), 0) AS attempts FROM (
       SELECT attempts, provider_id FROM outbox_message
        WHERE delivered_at >= $4::timestamptz - interval '2 minutes' AND ${TO_NUMBER}
       UNION ALL
       SELECT attempts, provider_id FROM outbox_message
        WHERE delivered_at IS NULL AND dead_at IS NULL AND ${TO_NUMBER}
       UNION ALL
       SELECT attempts, provider_id FROM outbox_message
        WHERE delivered_at IS NULL AND dead_at >= $4::timestamptz - interval '2 minutes' AND ${TO_NUMBER}) AS texts`,
    [tenantId, except, hashes, since],
  );
  return Number(row?.attempts ?? 0n);
}
