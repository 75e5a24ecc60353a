import { randomUUID } from 'node:crypto';
import type { Tx } from '../../../platform/database/database.ts';

const iso = (ms: number) => new Date(ms).toISOString();

type OfSession = { readonly tenantId: number; readonly id: string };

/** Notes that the person of a session has given a proof in it. Security time. */
export async function noteProved(tx: Tx, { tenantId, id }: OfSession, nowMs: number): Promise<void> {
  await tx.run('UPDATE session SET proved_at = $3 WHERE tenant_id = $1 AND id = $2', [tenantId, id, iso(nowMs)]);
}

/** Notes a proof that was given for only one act. Security time. */
export async function noteAnyProof(tx: Tx, tenantId: number, sessionId: string, nowMs: number): Promise<void> {
  await tx.run('UPDATE session SET any_proof_at = $3 WHERE tenant_id = $1 AND id = $2', [
    tenantId,
    sessionId,
    iso(nowMs),
  ]);
}

export type NewProof = {
  readonly tenantId: number;
  readonly sessionId: string;
  readonly owner: string;
  readonly digest: Buffer;
  /** Security clock. */
  readonly endsAt: number;
};

/** Adds a proof for one act. A session has one for each content, and a second one replaces the first. */
export async function addProof(tx: Tx, proof: NewProof): Promise<void> {
  const { tenantId, sessionId, owner, digest, endsAt } = proof;
  await tx.run('DELETE FROM step_up_proof WHERE tenant_id = $1 AND session_id = $2 AND digest = $3', [
    tenantId,
    sessionId,
    digest,
  ]);
  await tx.run(
    `INSERT INTO step_up_proof (id, tenant_id, session_id, owner, digest, ends_at) VALUES ($1, $2, $3, $4, $5, $6)`,
    [randomUUID(), tenantId, sessionId, owner, digest, iso(endsAt)],
  );
}

export type ProofKey = { readonly tenantId: number; readonly owner: string; readonly digest: Buffer };

/** Ids of the proofs that are good for an act, of sessions that have not been ended. */
export async function listProofs(tx: Tx, { tenantId, owner, digest }: ProofKey, nowMs: number): Promise<string[]> {
  const rows = await tx.query<{ id: string }>(
    `SELECT p.id
       FROM step_up_proof p
       JOIN session s ON s.tenant_id = p.tenant_id AND s.id = p.session_id
      WHERE p.tenant_id = $1 AND p.owner = $2 AND p.digest = $3 AND p.ends_at > $4 AND s.revoked_at IS NULL
      ORDER BY p.ends_at
        FOR UPDATE OF p`,
    [tenantId, owner, digest, iso(nowMs)],
  );
  return rows.map(({ id }) => id);
}

/** Spends a proof, without waiting for the result. */
export function deleteProof(tx: Tx, tenantId: number, id: string): void {
  tx.later('DELETE FROM step_up_proof WHERE tenant_id = $1 AND id = $2', [tenantId, id]);
}

/** When a forgotten password was last reset; null for never. Security time. */
export async function readPasswordReset(tx: Tx, tenantId: number, webAccountId: bigint): Promise<number | null> {
  const sql = 'SELECT password_reset_at FROM web_account WHERE tenant_id = $1 AND id = $2';
  const row = await tx.first<{ password_reset_at: string | null }>(sql, [tenantId, webAccountId]);
  return row?.password_reset_at ? Date.parse(row.password_reset_at) : null;
}

/** When a password of a person was last reset, on any of their logins; null for never. Security time. */
export async function readResetOfHolder(tx: Tx, tenantId: number, holderId: bigint): Promise<number | null> {
  const sql = 'SELECT max(password_reset_at) AS at FROM web_account WHERE tenant_id = $1 AND holder_id = $2';
  const row = await tx.first<{ at: string | null }>(sql, [tenantId, holderId]);
  return row?.at ? Date.parse(row.at) : null;
}

/** Access codes that a card accepts: the newest, and a previous one that is still valid. */
export async function readAccessCodes(tx: Tx, tenantId: number, cardId: bigint): Promise<readonly (string | null)[]> {
  const row = await tx.first<{ access_code_hash: string | null; previous_access_code_hash: string | null }>(
    'SELECT access_code_hash, previous_access_code_hash FROM card WHERE tenant_id = $1 AND id = $2',
    [tenantId, cardId],
  );
  return [row?.access_code_hash ?? null, row?.previous_access_code_hash ?? null];
}
