import type { Scope } from '@wattle/contract/operation.ts';
import type { Tx } from '../platform/database/database.ts';
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
WHERE id = ANY ($1::uuid[]) AND tenant_id = $2 AND revoked_at IS NULL AND ends_at > $3 AND last_active_at > $4
  AND scope <> 'view'`;

const LIVE_VIEW = `
SELECT s.id, s.tenant_id, s.brand_id, s.scope, s.card_id, s.web_account_id, s.holder_id, s.subject_hash, s.proved_at,
       s.any_proof_at
FROM session s
JOIN account_view v ON v.tenant_id = s.tenant_id AND v.id = s.id
JOIN staff m ON m.tenant_id = v.tenant_id AND m.id = v.staff_id
JOIN staff_session d ON d.tenant_id = v.tenant_id AND d.id = v.staff_session_id AND d.staff_id = v.staff_id
WHERE s.id = $1 AND s.tenant_id = $2 AND s.scope = 'view' AND s.revoked_at IS NULL AND s.ends_at > $3
  AND s.last_active_at > $4 AND m.ended_at IS NULL AND d.revoked_at IS NULL AND d.ends_at > $3
  AND d.last_active_at > $5`;

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

/** Times by the security clock: a view ends by itself, and with the session of the desk that it was opened from. */
type ViewTimes = { readonly nowMs: number; readonly idleMs: number; readonly deskIdleMs: number };

/** The given view, if it is live. No other look-up finds it. */
export async function findLiveView(
  tx: Tx,
  tenantId: number,
  id: string,
  { nowMs, idleMs, deskIdleMs }: ViewTimes,
): Promise<Session | undefined> {
  const iso = (ms: number) => new Date(ms).toISOString();
  const row = await tx.first<Row>(LIVE_VIEW, [id, tenantId, iso(nowMs), iso(nowMs - idleMs), iso(nowMs - deskIdleMs)]);
  return row && toSession(row);
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
