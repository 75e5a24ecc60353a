import type { Tx } from '../../platform/database.ts';
import type { Person } from '../payments/public.ts';

const REFERENCES = `
SELECT s.id, s.body->>'customerReference' AS reference FROM schedule s
 WHERE s.tenant_id = $1 AND s.kind = 'bpay' AND ltrim(s.body->>'billerCode', '0') = ltrim($2, '0')
   AND s.holder_id = coalesce($3::bigint, (SELECT holder_id FROM card WHERE tenant_id = $1 AND id = $4))`;

/** References with which a person scheduled bills of a biller, in their stored form. */
export function listBillReferences(
  tx: Tx,
  tenantId: number,
  billerCode: string,
  { holderId, cardId }: Pick<Person, 'holderId' | 'cardId'>,
): Promise<{ readonly id: string; readonly reference: string }[]> {
  return tx.query(REFERENCES, [tenantId, billerCode, holderId, cardId]);
}
