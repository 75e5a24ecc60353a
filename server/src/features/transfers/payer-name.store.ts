import type { Tx } from '../../platform/database.ts';
import type { Person } from '../payments/public.ts';

const NAME = `
SELECT first_name, surname FROM holder
WHERE tenant_id = $1
  AND id = coalesce($2::bigint, (SELECT holder_id FROM card WHERE tenant_id = $1 AND id = $3::bigint))`;

/** Name of the payer. */
export function findPayerName(
  tx: Tx,
  tenantId: number,
  { holderId, cardId }: Pick<Person, 'holderId' | 'cardId'>,
): Promise<{ first_name: string; surname: string } | undefined> {
  return tx.first(NAME, [tenantId, holderId, cardId]);
}
