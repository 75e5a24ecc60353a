import type { Tx } from '../../../platform/database/database.ts';

export type SignInRow = {
  readonly id: string;
  readonly user_agent: string;
  readonly created_at: string;
  readonly last_active_at: string;
};

/** The live sessions of a web account, the one that was used last first. Security time. */
export function listSignIns(
  tx: Tx,
  { tenantId, webAccountId }: { readonly tenantId: number; readonly webAccountId: bigint },
  { nowMs, idleMs }: { readonly nowMs: number; readonly idleMs: number },
): Promise<SignInRow[]> {
  return tx.query<SignInRow>(
    `SELECT id, user_agent, created_at, last_active_at FROM session
      WHERE tenant_id = $1 AND web_account_id = $2 AND revoked_at IS NULL AND scope IN ('password', 'passcode')
        AND ends_at > $3 AND last_active_at > $4
      ORDER BY last_active_at DESC, id
      LIMIT 50`,
    [tenantId, webAccountId, new Date(nowMs).toISOString(), new Date(nowMs - idleMs).toISOString()],
  );
}

/** Ends one session of a web account. False if it has none with this id. */
export async function endSession(
  tx: Tx,
  { tenantId, webAccountId, id }: { readonly tenantId: number; readonly webAccountId: bigint; readonly id: string },
  nowMs: number,
): Promise<boolean> {
  const changed = await tx.run(
    `UPDATE session SET revoked_at = $4, revoked_because = 'ended_elsewhere'
      WHERE tenant_id = $1 AND web_account_id = $2 AND id = $3 AND revoked_at IS NULL
        AND scope IN ('password', 'passcode')`,
    [tenantId, webAccountId, id, new Date(nowMs).toISOString()],
  );
  return changed > 0;
}
