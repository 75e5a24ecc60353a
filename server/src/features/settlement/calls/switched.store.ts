import type { Tx } from '../../../platform/database/database.ts';
import type { Secrets } from '../../../platform/secrets/secrets.ts';
import { maskWords, openText } from '../../../platform/secrets/typed-card-numbers.ts';
import type { Returned } from '../answers/unnotified.store.ts';

/** Payment that goes by file after the network has refused its call, with the person it concerns. */
export type Switched = Omit<Returned, 'reason'> & { readonly method: string; readonly value_date: string };

const SWITCHED = `
SELECT p.transfer_id, p.amount AS cents, p.name, p.method, p.value_date::text, a.brand_id,
       a.primary_holder_id AS holder_id
  FROM payment_out p
  JOIN payment_call c ON c.tenant_id = p.tenant_id AND c.transfer_id = p.transfer_id AND c.outcome = 'refused'
  JOIN member_account a ON a.tenant_id = p.tenant_id AND a.id = p.member_account_id
 WHERE p.tenant_id = $1 AND p.transfer_id = $2 AND p.rail = 'file' AND p.state <> 'Returned'
   AND a.primary_holder_id IS NOT NULL`;

export async function findSwitched(
  tx: Tx,
  secrets: Secrets,
  tenantId: number,
  transferId: bigint,
): Promise<Switched | undefined> {
  const row = await tx.first<Switched>(SWITCHED, [tenantId, transferId]);
  return row && { ...row, name: maskWords(openText(secrets, row.name)) };
}
