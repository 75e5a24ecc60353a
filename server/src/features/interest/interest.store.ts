import type { Tx } from '../../platform/database.ts';
import type { Locale } from '../../platform/texts.ts';
import type { ProductSettings } from '../cards/public.ts';
import type { TaxStanding } from './interest.domain.ts';
import { bestPaying } from './withholding.store.ts';

const EARNING = `
SELECT a.id FROM member_account a
WHERE a.tenant_id = $1 AND a.id > $2 AND NOT a.disable_interest AND NOT a.is_closed
ORDER BY a.id LIMIT $3`;

/** Open accounts that may earn interest, by their ids. */
export async function listEarning(tx: Tx, tenantId: number, afterId: bigint, limit: number): Promise<bigint[]> {
  return (await tx.query<{ id: bigint }>(EARNING, [tenantId, afterId, limit])).map(({ id }) => id);
}

export type EarningAccount = {
  readonly member_account_id: bigint;
  readonly ledger_account_id: bigint;
  readonly language: Locale;
  readonly standing: TaxStanding;
  /** Of the product of its cards that pays most. */
  readonly settings: ProductSettings;
};

const ACCOUNT = `
SELECT a.id AS member_account_id, a.ledger_account_id, coalesce(h.language, 'enAU') AS language,
       CASE WHEN h.tax_exemption = 'nonResident' THEN 'nonResident'
            WHEN h.tfn_cipher IS NOT NULL OR h.tax_exemption IS NOT NULL THEN 'told'
            ELSE 'untold' END AS standing,
       (SELECT jsonb_agg(DISTINCT p.settings) FROM card c
        JOIN product p ON p.tenant_id = c.tenant_id AND p.id = c.product_id
        WHERE c.tenant_id = a.tenant_id AND c.member_account_id = a.id) AS products
FROM member_account a
LEFT JOIN holder h ON h.tenant_id = a.tenant_id AND h.id = a.primary_holder_id
WHERE a.tenant_id = $1 AND a.id = $2 AND NOT a.disable_interest AND NOT a.is_closed`;

type Row = Omit<EarningAccount, 'settings'> & { readonly products: readonly unknown[] | null };

/** An open account with its rate; undefined where none of its products pays. */
export async function findEarningAccount(tx: Tx, tenantId: number, id: bigint): Promise<EarningAccount | undefined> {
  const row = await tx.first<Row>(ACCOUNT, [tenantId, id]);
  if (!row) return undefined;
  const { products, ...account } = row;
  const best = bestPaying(products ?? []);
  return best && best.interestRate > 0 ? { ...account, settings: best } : undefined;
}

const IS_POSTED = `
SELECT EXISTS (
  SELECT FROM transaction_detail d
  JOIN entry e ON e.tenant_id = d.tenant_id AND e.account_id = d.ledger_account_id AND e.seq = d.seq
  WHERE d.tenant_id = $1 AND d.ledger_account_id = $2 AND d.kind = 'interest'
    AND date_trunc('month', e.effective_at AT TIME ZONE 'Australia/Melbourne')::date = $3::date
) AS is_there`;

/** Whether a month's interest of an account is in the books, whoever posted it. */
export async function isInterestPosted(tx: Tx, tenantId: number, ledgerAccountId: bigint, month: string) {
  return (await tx.first<{ is_there: boolean }>(IS_POSTED, [tenantId, ledgerAccountId, month]))?.is_there ?? false;
}
