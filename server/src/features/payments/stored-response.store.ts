import { KEEP_APART } from '../../platform/database/keep-apart.ts';
import type { ErrorName, Result } from '@wattle/contract/errors.ts';
import { arrayRows } from '../../platform/database/array-rows.ts';
import { type Tx, toInstant } from '../../platform/database/database.ts';

export type StoredResponse = {
  /** Digest of actor and key. */
  readonly id: string;
  /** Keyed hash of kind and input; a repeated key must have the same one. */
  readonly requestHash: Buffer;
  readonly answer: Result<unknown, ErrorName>;
};

type Row = { readonly id: string; readonly request_hash: Buffer; readonly answer: StoredResponse['answer'] };

// Row by row (KEEP_APART): a plan for `= ANY`, made without statistics, reads all responses of the tenant.
const READ = `
SELECT found.*
FROM unnest($2::uuid[]) AS asked (id)
CROSS JOIN LATERAL (
  SELECT id, request_hash, answer FROM kept_answer WHERE tenant_id = $1 AND id = asked.id ${KEEP_APART}
) AS found`;

/** Stored responses with these ids. */
export async function readResponses(tx: Tx, tenantId: number, ids: readonly string[]): Promise<StoredResponse[]> {
  if (ids.length === 0) return [];
  const rows = await tx.query<Row>(READ, [tenantId, ids]);
  return rows.map(({ id, request_hash, answer }) => ({ id, requestHash: request_hash, answer }));
}

// Sorted, so that two batches that share keys cannot deadlock.
const INSERT = `
INSERT INTO kept_answer (tenant_id, id, request_hash, answer, at)
SELECT $1, kept.id, kept.request_hash, kept.answer::jsonb, $2
FROM ${arrayRows('kept', 3, { id: 'uuid', request_hash: 'bytea', answer: 'text' })}
ORDER BY kept.id`;

/**
 * Stores responses. When another connection stored one of the keys meanwhile, the transaction fails; the payments are
 * then retried one by one and find that response. `atMs` is of the security clock.
 */
export function saveResponses(tx: Tx, tenantId: number, answers: readonly StoredResponse[], atMs: number): void {
  if (answers.length === 0) return;
  tx.later(INSERT, [
    tenantId,
    new Date(atMs).toISOString(),
    answers.map(({ id }) => id),
    answers.map(({ requestHash }) => requestHash),
    answers.map(({ answer }) => JSON.stringify(answer)),
  ]);
}

const POSTED_AT = `SELECT effective_at AS at FROM transfer WHERE tenant_id = $1 AND id = $2`;

/** When a transfer was made, in milliseconds of business time. */
export async function readPostedAt(tx: Tx, tenantId: number, transferId: bigint): Promise<number> {
  const row = await tx.first<{ at: string }>(POSTED_AT, [tenantId, transferId]);
  if (!row) throw new Error(`transfer ${transferId} is gone`);
  return Date.parse(toInstant(row.at));
}

const DELETE = `
DELETE FROM kept_answer
WHERE tenant_id = $1 AND ctid IN (
  SELECT ctid FROM kept_answer WHERE tenant_id = $1 AND at < $2 ORDER BY at LIMIT $3)`;

/** Deletes at most `limit` responses from before a moment of the security clock. Returns how many. */
export function deleteResponses(tx: Tx, tenantId: number, beforeMs: number, limit: number): Promise<number> {
  return tx.run(DELETE, [tenantId, new Date(beforeMs).toISOString(), limit]);
}
