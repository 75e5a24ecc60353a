import type { Tx } from '../../../platform/database.ts';
import type { Untold } from './auto-topup.store.ts';

export type UntoldTopup = {
  readonly id: bigint;
  readonly untold: Untold;
  readonly referred: number;
  readonly accepted_at: string;
  readonly amount: bigint;
  readonly brand_id: number;
  readonly holder_id: bigint;
};

const UNTOLD = `
SELECT t.id, t.untold, t.referred, t.accepted_at, t.amount, a.brand_id, h.id AS holder_id
  FROM auto_topup t
  JOIN member_account a ON a.tenant_id = t.tenant_id AND a.id = t.member_account_id
  JOIN holder h ON h.tenant_id = a.tenant_id AND h.id = a.primary_holder_id AND h.died_on IS NULL
 WHERE t.tenant_id = $1 AND t.untold IS NOT NULL
 ORDER BY t.id LIMIT $2`;

export function listUntoldTopups(tx: Tx, tenantId: number, most: number): Promise<UntoldTopup[]> {
  return tx.query(UNTOLD, [tenantId, most]);
}

/** An event that was recorded in the meantime stays, and the next round sends its notice. */
export async function saveTopupTold(tx: Tx, tenantId: number, { id, untold }: UntoldTopup): Promise<void> {
  await tx.run('UPDATE auto_topup SET untold = NULL WHERE tenant_id = $1 AND id = $2 AND untold = $3', [
    tenantId,
    id,
    untold,
  ]);
}
