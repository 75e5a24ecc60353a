import type { Tx } from '../../platform/database/database.ts';
import type { MessageMerchant } from '../../outside/processors/purchase-message.ts';
import { shopOf } from './merchant.ts';
import { isSameShop } from './shop.domain.ts';

// Few shops send a former expiry, so reading all purchases of one card is cheap enough.
const APPROVED = `
SELECT DISTINCT o.merchant_name, o.merchant_raw, o.merchant_city, o.merchant_acceptor
FROM authorisation o
WHERE o.tenant_id = $1 AND o.answer IN ('00', '10')
  AND o.card_id IN (SELECT id FROM card WHERE tenant_id = $1 AND pan_hash = ANY ($2::bytea[]))`;

type ApprovedRow = {
  readonly merchant_name: string;
  readonly merchant_raw: string | null;
  readonly merchant_city: string | null;
  readonly merchant_acceptor: string | null;
};

/** Whether a shop had an approved purchase with a card number. Shops are compared as for a merchant-locked card. */
export async function wasApprovedAt(
  tx: Tx,
  tenantId: number,
  panHashes: readonly Buffer[],
  merchant: MessageMerchant,
): Promise<boolean> {
  const shop = shopOf(merchant);
  const rows = await tx.query<ApprovedRow>(APPROVED, [tenantId, panHashes]);
  return rows.some((row) => {
    const before = shopOf({
      ...merchant,
      name: row.merchant_raw ?? row.merchant_name,
      city: row.merchant_city ?? undefined,
      acceptorId: row.merchant_acceptor ?? undefined,
    });
    return isSameShop(before, shop);
  });
}
