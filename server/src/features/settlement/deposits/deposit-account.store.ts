import { KEEP_APART } from '../../../platform/database/keep-apart.ts';
import { DEFAULT_LANGUAGE, type Language } from '@wattle/contract/rules/languages.ts';
import { arrayRows } from '../../../platform/database/array-rows.ts';
import type { Tx } from '../../../platform/database/database.ts';
import {
  maximumOf,
  productsOfAccount,
  type FeatureSwitches,
  isFeatureOn,
  productSettings,
} from '../../card-facts/public.ts';

/** Beneficiary account of a deposit, as its line names it. BSB with 6 digits. */
export type Addressee = { readonly bsb: string; readonly accountNumber: string };

export type DepositAccount = {
  readonly memberAccountId: bigint;
  readonly ledgerAccountId: bigint;
  readonly isClosed: boolean;
  /** Whether a card that determines the product of the account accepts bank deposits. */
  readonly takesDeposits: boolean;
  /** Maximum balance in cents. */
  readonly maxBalance: bigint;
  readonly language: Language;
};

type Row = {
  readonly n: number;
  readonly id: bigint;
  readonly ledger_account_id: bigint;
  readonly is_closed: boolean;
  readonly is_verified: boolean;
  readonly language: Language;
  readonly levels: readonly (FeatureSwitches | null)[];
  readonly bsbs: readonly string[];
  readonly products: readonly { readonly settings: unknown; readonly is_reloadable: boolean }[] | null;
};

// Account with this number and the products of the cards that determine its features. A sender may still use the BSB of
// an earlier card.
const FIND = `
SELECT q.n::int AS n, a.id, a.ledger_account_id, a.is_closed, coalesce(h.is_kyc_verified, false) AS is_verified,
       coalesce(h.language, '${DEFAULT_LANGUAGE}') AS language, c.products, bsbs.bsbs,
       ARRAY[i.features, t.features, b.settings -> 'Features'] AS levels
  FROM ${arrayRows('q', 2, { account_number: 'text' })}
  JOIN LATERAL (SELECT * FROM member_account m WHERE m.tenant_id = $1 AND m.account_number = q.account_number
                ${KEEP_APART}) AS a ON true
  JOIN LATERAL (SELECT array_agg(jsonb_build_object('settings', p.settings, 'is_reloadable', p.is_reloadable)) AS products
                  FROM ${productsOfAccount('a.tenant_id', 'a.id', '$3')} ${KEEP_APART}) AS c ON true
  JOIN LATERAL (SELECT array_agg(DISTINCT coalesce(p.settings ->> 'bsb', '000-001')) AS bsbs
                  FROM card c JOIN product p ON p.tenant_id = c.tenant_id AND p.id = c.product_id
                 WHERE c.tenant_id = a.tenant_id AND c.member_account_id = a.id ${KEEP_APART}) AS bsbs ON bsbs.bsbs IS NOT NULL
  JOIN brand b ON b.tenant_id = a.tenant_id AND b.id = a.brand_id
  JOIN tenant t ON t.id = a.tenant_id
  CROSS JOIN instance_setting i
  LEFT JOIN holder h ON h.tenant_id = a.tenant_id AND h.id = a.primary_holder_id`;

/** Accounts that deposits of a month are for, in order. The BSB must be a current or earlier one of the account. */
export async function findDepositAccounts(
  tx: Tx,
  tenantId: number,
  month: string,
  to: readonly Addressee[],
): Promise<(DepositAccount | undefined)[]> {
  const rows = await tx.query<Row>(FIND, [tenantId, to.map(({ accountNumber }) => accountNumber), month]);
  const found = new Map(rows.map((row) => [row.n, row]));
  return to.map(({ bsb }, index) => {
    const row = found.get(index + 1);
    return row && accountOf(row, bsb);
  });
}

/** Account with this number in a month, with any BSB. */
export async function findAccountOf(
  tx: Tx,
  tenantId: number,
  month: string,
  accountNumber: string,
): Promise<DepositAccount | undefined> {
  const [row] = await tx.query<Row>(FIND, [tenantId, [accountNumber], month]);
  return row && accountOf(row);
}

/** Account with this number, even if it is closed or has no cards. */
export async function findAccountIdOf(tx: Tx, tenantId: number, accountNumber: string): Promise<bigint | undefined> {
  const found = 'SELECT id FROM member_account WHERE tenant_id = $1 AND account_number = $2';
  return (await tx.first<{ id: bigint }>(found, [tenantId, accountNumber]))?.id;
}

function accountOf(row: Row, bsb?: string): DepositAccount | undefined {
  if (bsb !== undefined && !row.bsbs.some((own) => own.replace('-', '') === bsb)) return undefined;
  const cards = (row.products ?? []).map(({ settings, is_reloadable: isReloadable }) => ({
    ...productSettings.parse(settings),
    isReloadable,
  }));
  const isOn = isFeatureOn(
    'topUp',
    row.levels.map((level) => level ?? {}),
  );
  return {
    memberAccountId: row.id,
    ledgerAccountId: row.ledger_account_id,
    isClosed: row.is_closed,
    takesDeposits: isOn && cards.some(({ isReloadable, bankTransferTopUp }) => isReloadable && bankTransferTopUp),
    maxBalance: maximumOf(cards, row.is_verified),
    language: row.language,
  };
}
