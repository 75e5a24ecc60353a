import type { Session } from '../../../http/handle.ts';
import type { Tx } from '../../../platform/database/database.ts';
import { CASE_COLUMNS, type KycCase } from './kyc-case.store.ts';

type Caller = Pick<Session, 'id' | 'tenantId'>;

/** Records that a session has registered or resumed a case, which becomes its last one. */
export async function noteRegistered(tx: Tx, { id, tenantId }: Caller, caseId: bigint): Promise<void> {
  await tx.run(
    `INSERT INTO kyc_case_session (tenant_id, session_id, case_id, turn)
     SELECT $1, $2, $3, coalesce(max(turn), 0) + 1 FROM kyc_case_session WHERE tenant_id = $1 AND session_id = $2
     ON CONFLICT (session_id, case_id) DO UPDATE SET turn = excluded.turn`,
    [tenantId, id, caseId],
  );
}

/** A case registered by the session, by its id or else the last one. Cases of other sessions are not found. */
export function findRegistered(tx: Tx, { id, tenantId }: Caller, caseId?: bigint): Promise<KycCase | undefined> {
  return tx.first<KycCase>(
    `SELECT ${CASE_COLUMNS} FROM kyc_case_session s JOIN kyc_case k ON k.tenant_id = s.tenant_id AND k.id = s.case_id
      WHERE s.tenant_id = $1 AND s.session_id = $2 AND ($3::bigint IS NULL OR s.case_id = $3)
      ORDER BY s.turn DESC LIMIT 1`,
    [tenantId, id, caseId ?? null],
  );
}
