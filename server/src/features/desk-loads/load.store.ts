import { DEFAULT_LANGUAGE, type Language } from '@wattle/contract/rules/languages.ts';
import type { Tx } from '../../platform/database/database.ts';
import { maximumOf, productsOfAccount, productSettings } from '../card-facts/public.ts';

export type LoadedAccount = {
  readonly member_account_id: bigint;
  readonly ledger_account_id: bigint;
  /** Language of its holder, or the default. */
  readonly language: Language;
  /** Maximum balance in cents. */
  readonly maxBalance: bigint;
};

const FIND = `
SELECT a.id AS member_account_id, a.ledger_account_id, coalesce(h.language, '${DEFAULT_LANGUAGE}') AS language,
       coalesce(h.is_kyc_verified, false) AS is_verified,
       ARRAY(SELECT p.settings FROM ${productsOfAccount('a.tenant_id', 'a.id', '$3')}) AS products
FROM member_account a
LEFT JOIN holder h ON h.tenant_id = a.tenant_id AND h.id = a.primary_holder_id
WHERE a.tenant_id = $1 AND a.account_number = $2 AND NOT a.is_closed`;

type Row = Omit<LoadedAccount, 'maxBalance'> & { readonly is_verified: boolean; readonly products: readonly unknown[] };

/** Open account with this number and a card in a month. */
export async function findLoadedAccount(
  tx: Tx,
  tenantId: number,
  month: string,
  accountNumber: string,
): Promise<LoadedAccount | undefined> {
  const row = await tx.first<Row>(FIND, [tenantId, accountNumber, month]);
  if (!row || row.products.length === 0) return undefined;
  const { is_verified, products, ...account } = row;
  const settings = products.map((stored) => productSettings.parse(stored));
  return { ...account, maxBalance: maximumOf(settings, is_verified) };
}
