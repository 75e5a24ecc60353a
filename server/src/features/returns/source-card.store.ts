import type { Tx } from '../../platform/database/database.ts';
import type { Person } from '../payments/public.ts';

type Source = {
  readonly SourceAccountNumber: string;
  readonly MaskedCardNumber: string;
  readonly ExpirationDate: string;
};

const FIND = `
SELECT c.id FROM card c JOIN member_account a ON a.tenant_id = c.tenant_id AND a.id = c.member_account_id
WHERE c.tenant_id = $1 AND a.brand_id = $2 AND a.account_number = $3 AND c.masked_number = $4 AND c.expiry = $5
  AND c.status IN ('Active', 'ActiveOff')
  AND CASE WHEN $7::bigint IS NULL THEN c.holder_id = $6::bigint ELSE c.id = $7::bigint END`;

/** Card of the request, if it belongs to the person and is usable. */
export function findSourceCard(
  tx: Tx,
  tenantId: number,
  { brandId, holderId, cardId }: Person,
  { SourceAccountNumber, MaskedCardNumber, ExpirationDate }: Source,
): Promise<{ id: bigint } | undefined> {
  return tx.first(FIND, [tenantId, brandId, SourceAccountNumber, MaskedCardNumber, ExpirationDate, holderId, cardId]);
}
