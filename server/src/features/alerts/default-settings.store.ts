import type { Tx } from '../../platform/database/database.ts';

const PRODUCTS = `
SELECT DISTINCT ON (w.id) w.id AS web_account_id, p.settings
  FROM card c
  JOIN product p ON p.tenant_id = c.tenant_id AND p.id = c.product_id
  JOIN web_account w ON w.tenant_id = c.tenant_id AND w.brand_id = c.brand_id AND w.holder_id = c.holder_id
 WHERE c.tenant_id = $1 AND c.holder_id = $2 AND c.member_account_id = $3
 ORDER BY w.id, c.id DESC`;

/** The sign-ins of a holder that see an account, each with the product of their newest card on it. */
export function readAlertProducts(
  tx: Tx,
  account: { readonly tenantId: number; readonly holderId: bigint; readonly memberAccountId: bigint },
): Promise<{ web_account_id: bigint; settings: unknown }[]> {
  return tx.query(PRODUCTS, [account.tenantId, account.holderId, account.memberAccountId]);
}

const INSERT = `
INSERT INTO alert_setting (tenant_id, web_account_id, member_account_id, debit_card, declined)
VALUES ($1, $2, $3, $4::smallint[], $5::smallint[])
ON CONFLICT (web_account_id, member_account_id) DO NOTHING`;
const HAS_ALERTS = `UPDATE member_account SET has_alerts = true WHERE tenant_id = $1 AND id = $2 AND NOT has_alerts`;

/** Adds the settings of a person who has none for the account, and starts recording the events of the account. */
export async function addDefaultSettings(
  tx: Tx,
  first: {
    readonly tenantId: number;
    readonly webAccountId: bigint;
    readonly memberAccountId: bigint;
    readonly purchases: readonly number[];
    readonly declines: readonly number[];
  },
): Promise<void> {
  await tx.run(INSERT, [first.tenantId, first.webAccountId, first.memberAccountId, first.purchases, first.declines]);
  await tx.run(HAS_ALERTS, [first.tenantId, first.memberAccountId]);
}
