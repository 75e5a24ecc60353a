import type { ErrorName, Result } from '@wattle/contract/errors.ts';
import { arrayRows } from '../platform/array-rows.ts';
import type { Tx } from '../platform/database.ts';

export type Answer = Result<unknown, ErrorName>;
export type KeyOfCaller = { readonly caller: string; readonly key: string };
export type KeptAnswer = KeyOfCaller & { readonly requestHash: Buffer; readonly answer: Answer };

type Row = { readonly caller: string; readonly key: string; readonly request_hash: Buffer; readonly answer: Answer };

// Key by key (OFFSET 0): a plan for many at once may read all that was ever kept.
const READ = `
SELECT kept.caller, kept.key, kept.request_hash, kept.answer
FROM unnest($3::text[], $4::text[]) AS asked (caller, key)
JOIN LATERAL (
  SELECT caller, key, request_hash, answer FROM kept_answer
  WHERE tenant_id = $1 AND caller = asked.caller AND operation = $2 AND key = asked.key
  OFFSET 0
) AS kept ON true`;

/** The answers that were kept under these keys. */
export async function readAnswers(
  tx: Tx,
  tenantId: number,
  operation: string,
  keys: readonly KeyOfCaller[],
): Promise<KeptAnswer[]> {
  const rows = await tx.query<Row>(READ, [
    tenantId,
    operation,
    keys.map(({ caller }) => caller),
    keys.map(({ key }) => key),
  ]);
  return rows.map(({ caller, key, request_hash, answer }) => ({ caller, key, requestHash: request_hash, answer }));
}

// One order for all: two batches that share keys wait for each other and never in a circle.
const KEEP = `
INSERT INTO kept_answer (tenant_id, caller, operation, key, request_hash, answer, at)
SELECT $1, kept.caller, $2, kept.key, kept.request_hash, kept.answer::jsonb, $3
FROM ${arrayRows('kept', 4, { caller: 'text', key: 'text', request_hash: 'bytea', answer: 'text' })}
ORDER BY kept.caller COLLATE "C", kept.key COLLATE "C"`;

/**
 * Keeps answers. Where another connection has answered one of the keys meanwhile, the transaction fails:
 * whoever looks again finds that answer. `atMs` is of the security clock.
 */
export function keepAnswers(
  tx: Tx,
  tenantId: number,
  operation: string,
  answers: readonly KeptAnswer[],
  atMs: number,
): void {
  tx.later(KEEP, [
    tenantId,
    operation,
    new Date(atMs).toISOString(),
    answers.map(({ caller }) => caller),
    answers.map(({ key }) => key),
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
