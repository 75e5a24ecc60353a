import { DEFAULT_LANGUAGE, type Language } from '@wattle/contract/rules/languages.ts';
import type { Tx } from '../../platform/database/database.ts';
import { productsOfAccount, productSettings, type ProductSettings } from '../card-facts/public.ts';
import { type TaxFileState, type Terms, termsOn } from './interest.domain.ts';
import { readHistory, readNotedSince, readProducts, termsOf } from './interest-terms.store.ts';

/** Days of a month, `yyyy-MM-dd`, in their order. */
type Days = readonly string[];
/** `today`: applies the current cards and rates to every day, for wrong records. */
export type TermsBy = 'noted' | 'today';
const firstOf = (days: Days) => days[0] ?? '';
const lastOf = (days: Days) => days.at(-1) ?? '';

// Accounts with a recorded rate in the month. Before the first record: accounts whose cards pay interest now.
const EARNING = `
SELECT a.id FROM member_account a
WHERE a.tenant_id = $1 AND a.id > $2 AND NOT a.is_closed
  AND CASE WHEN $7 = 'noted' AND EXISTS (SELECT FROM interest_terms_since s WHERE s.tenant_id = $1)
      THEN EXISTS (
        SELECT FROM interest_terms t, interest_terms_since s
         WHERE t.tenant_id = $1 AND t.member_account_id = a.id AND t.basis_points > 0 AND s.tenant_id = $1
           AND t.begins_on <= greatest($5::date, s.day)
           AND NOT EXISTS (SELECT FROM interest_terms n WHERE n.tenant_id = $1 AND n.member_account_id = a.id
                              AND n.begins_on > t.begins_on AND n.begins_on <= greatest($4::date, s.day)))
      ELSE EXISTS (SELECT FROM ${productsOfAccount('a.tenant_id', 'a.id', '$6')}
                    WHERE (p.settings ->> 'interestRate')::float8 > 0) END
ORDER BY a.id LIMIT $3`;

/** Open accounts that may have earned interest on these days, by id. */
export async function listEarning(
  tx: Tx,
  tenantId: number,
  days: Days,
  { by, after, most }: { readonly by: TermsBy; readonly after: bigint; readonly most: number },
): Promise<bigint[]> {
  const rows = await tx.query<{ id: bigint }>(EARNING, [
    tenantId,
    after,
    most,
    firstOf(days),
    lastOf(days),
    lastOf(days).slice(0, 7),
    by,
  ]);
  return rows.map(({ id }) => id);
}

export type EarningAccount = {
  readonly member_account_id: bigint;
  readonly ledger_account_id: bigint;
  readonly language: Language;
  readonly taxFileState: TaxFileState;
  /** Terms of each of the days. */
  readonly terms: readonly Terms[];
  /** Withholding of the product that last paid interest. */
  readonly withholding: ProductSettings['withholding'];
};

const ACCOUNT = `
SELECT a.id AS member_account_id, a.ledger_account_id, coalesce(h.language, '${DEFAULT_LANGUAGE}') AS language,
       CASE WHEN h.tax_exemption = 'nonResident' THEN 'nonResident'
            WHEN h.tfn_cipher IS NOT NULL OR h.tax_exemption IS NOT NULL THEN 'quoted'
            ELSE 'notQuoted' END AS "taxFileState"
FROM member_account a
LEFT JOIN holder h ON h.tenant_id = a.tenant_id AND h.id = a.primary_holder_id
WHERE a.tenant_id = $1 AND a.id = $2 AND NOT a.is_closed`;

const PRODUCT = 'SELECT settings FROM product WHERE tenant_id = $1 AND id = $2';

type Row = Omit<EarningAccount, 'terms' | 'withholding'>;

/** Open account with its daily interest terms; undefined: no interest. */
export async function findEarningAccount(
  tx: Tx,
  tenantId: number,
  id: bigint,
  days: Days,
  by: TermsBy,
): Promise<EarningAccount | undefined> {
  const row = await tx.first<Row>(ACCOUNT, [tenantId, id]);
  if (!row) return undefined;
  const terms = await readTerms(tx, tenantId, id, days, by);
  const paying = terms.findLast(({ productId }) => productId !== null);
  if (!paying) return undefined;
  const product = await tx.first<{ settings: unknown }>(PRODUCT, [tenantId, paying.productId]);
  if (!product) throw new Error('a product that paid interest is gone');
  return { ...row, terms, withholding: productSettings.parse(product.settings).withholding };
}

async function readTerms(tx: Tx, tenantId: number, id: bigint, days: Days, by: TermsBy): Promise<Terms[]> {
  const since = by === 'noted' ? await readNotedSince(tx, tenantId) : undefined;
  const last = lastOf(days);
  if (since === undefined) {
    const [products] = await readProducts(tx, tenantId, [id], last.slice(0, 7));
    return days.map(() => termsOf(products ?? []));
  }
  return termsOn(days, await readHistory(tx, tenantId, id, last < since ? since : last), since);
}

const IS_POSTED = `
SELECT EXISTS (
  SELECT FROM transaction_detail d
  JOIN entry e ON e.tenant_id = d.tenant_id AND e.account_id = d.ledger_account_id AND e.seq = d.seq
  WHERE d.tenant_id = $1 AND d.ledger_account_id = $2 AND d.kind = 'interest'
    AND date_trunc('month', e.effective_at AT TIME ZONE 'Australia/Melbourne')::date = $3::date
) AS is_there`;

/** Whether interest of a month is posted to an account, with any key. */
export async function isInterestPosted(tx: Tx, tenantId: number, ledgerAccountId: bigint, month: string) {
  return (await tx.first<{ is_there: boolean }>(IS_POSTED, [tenantId, ledgerAccountId, month]))?.is_there ?? false;
}
