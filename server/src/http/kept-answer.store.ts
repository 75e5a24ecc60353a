import type { ErrorName, Result } from '@wattle/contract/errors.ts';
import { arrayRows } from '../platform/array-rows.ts';
import type { Tx } from '../platform/database.ts';

export type Answer = Result<unknown, ErrorName>;
export type KeptAnswer = {
  /** A digest of operation, caller and key, as grouped.ts makes it. */
  readonly id: string;
  /** Of the input: what the key stands for. */
  readonly requestHash: Buffer;
  readonly answer: Answer;
};

type Row = { readonly id: string; readonly request_hash: Buffer; readonly answer: Answer };

const READ = `
SELECT id, request_hash, answer FROM kept_answer WHERE tenant_id = $1 AND id = ANY ($2::uuid[])`;

/** The answers that were kept under these ids. */
export async function readAnswers(tx: Tx, tenantId: number, ids: readonly string[]): Promise<KeptAnswer[]> {
  const rows = await tx.query<Row>(READ, [tenantId, ids]);
  return rows.map(({ id, request_hash, answer }) => ({ id, requestHash: request_hash, answer }));
}

// One order for all: two batches that share keys wait for each other and never in a circle.
const KEEP = `
INSERT INTO kept_answer (tenant_id, id, request_hash, answer, at)
SELECT $1, kept.id, kept.request_hash, kept.answer::jsonb, $2
FROM ${arrayRows('kept', 3, { id: 'uuid', request_hash: 'bytea', answer: 'text' })}
ORDER BY kept.id`;

/**
 * Keeps answers. Where another connection has answered one of the keys meanwhile, the transaction fails:
 * whoever looks again finds that answer. `atMs` is of the security clock.
 */
export function keepAnswers(tx: Tx, tenantId: number, answers: readonly KeptAnswer[], atMs: number): void {
  tx.later(KEEP, [
    tenantId,
    new Date(atMs).toISOString(),
    answers.map(({ id }) => id),
    answers.map(({ requestHash }) => requestHash),
    answers.map(({ answer }) => JSON.stringify(answer)),
  ]);
}

const DELETED_AT_ONCE = 1_000;

const DELETE = `
DELETE FROM kept_answer
WHERE tenant_id = $1 AND ctid IN (
  SELECT ctid FROM kept_answer WHERE tenant_id = $1 AND at < $2 ORDER BY at LIMIT ${DELETED_AT_ONCE})`;

/** Deletes some of the answers from before a moment of the security clock. Tells whether there may be more. */
export async function deleteAnswers(tx: Tx, tenantId: number, beforeMs: number): Promise<boolean> {
  return (await tx.run(DELETE, [tenantId, new Date(beforeMs).toISOString()])) === DELETED_AT_ONCE;
}

export async function listTenantIds(tx: Tx): Promise<number[]> {
  return (await tx.query<{ id: number }>('SELECT id FROM tenant ORDER BY id')).map(({ id }) => id);
}
