import type { Scope } from '@wattle/contract/operation.ts';
import type { Tx } from '../platform/database.ts';
import type { Session } from './handle.ts';

type Row = {
  id: string;
  tenant_id: number;
  brand_id: number;
  scope: Scope;
  card_id: bigint | null;
  web_account_id: bigint | null;
  holder_id: bigint | null;
  subject_hash: Buffer | null;
  proved_at: string | null;
  any_proof_at: string | null;
};

const LIVE = `
SELECT id, tenant_id, brand_id, scope, card_id, web_account_id, holder_id, subject_hash, proved_at, any_proof_at
FROM session
WHERE id = ANY ($1::uuid[]) AND tenant_id = $2 AND revoked_at IS NULL AND ends_at > $3 AND last_active_at > $4`;

/**
 * The given sessions that are live at `nowMs` (security clock): not signed out, not expired and not idle for
 * longer than `idleMs`.
 */
export async function findLiveSessions(
  tx: Tx,
  tenantId: number,
  ids: readonly string[],
  nowMs: number,
  idleMs: number,
): Promise<ReadonlyMap<string, Session>> {
  const since = new Date(nowMs - idleMs).toISOString();
  const rows = await tx.query<Row>(LIVE, [ids, tenantId, new Date(nowMs).toISOString(), since]);
  return new Map(rows.map((row) => [row.id, toSession(row)]));
}

function toSession(row: Row): Session {
  return {
    id: row.id,
    tenantId: row.tenant_id,
    brandId: row.brand_id,
    scope: row.scope,
    cardId: row.card_id,
    webAccountId: row.web_account_id,
    holderId: row.holder_id,
    subjectHash: row.subject_hash,
    provedAt: row.proved_at === null ? null : Date.parse(row.proved_at),
    anyProofAt: row.any_proof_at === null ? null : Date.parse(row.any_proof_at),
  };
}
