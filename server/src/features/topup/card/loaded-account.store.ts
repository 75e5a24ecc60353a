import { DEFAULT_LANGUAGE, type Language } from '@wattle/contract/rules/languages.ts';
import type { Tx } from '../../../platform/database/database.ts';
import { productsOfAccount, productSettings } from '../../card-facts/public.ts';
import { feeOf } from '../topup-limits.domain.ts';

/** An account that money from another card is booked to. */
export type LoadedAccount = {
  readonly memberAccountId: bigint;
  readonly ledgerAccountId: bigint;
  readonly language: Language;
  /** Whether it is open, its holder is alive, and it has a card that is or can come into use. */
  readonly canBeLoaded: boolean;
  readonly cardEnding: string;
  /** Cents. */
  readonly fee: bigint;
};

type Row = {
  readonly id: bigint;
  readonly ledger_account_id: bigint;
  readonly language: Language;
  readonly can_be_loaded: boolean;
  readonly card_ending: string;
  readonly products: readonly unknown[];
};

const FIND = `
SELECT a.id, a.ledger_account_id, coalesce(h.language, '${DEFAULT_LANGUAGE}') AS language, g.card_ending,
       NOT a.is_closed AND h.died_on IS NULL AND EXISTS (
         SELECT FROM cards_of_account(a.tenant_id, a.id, $4) AS deciding
          WHERE deciding.works OR deciding.status IN ('NotIssued', 'Ordered')) AS can_be_loaded,
       ARRAY(SELECT p.settings FROM ${productsOfAccount('a.tenant_id', 'a.id', '$4')} AND p.is_reloadable) AS products
FROM member_account a
JOIN gateway_charge g ON g.tenant_id = a.tenant_id AND g.id = $3
LEFT JOIN holder h ON h.tenant_id = a.tenant_id AND h.id = a.primary_holder_id
WHERE a.tenant_id = $1 AND a.id = $2`;

/** The account that a charge is for, in a month. */
export async function findLoadedAccount(
  tx: Tx,
  tenantId: number,
  month: string,
  memberAccountId: bigint,
  chargeId: string,
): Promise<LoadedAccount | undefined> {
  const row = await tx.first<Row>(FIND, [tenantId, memberAccountId, chargeId, month]);
  return (
    row && {
      memberAccountId: row.id,
      ledgerAccountId: row.ledger_account_id,
      language: row.language,
      canBeLoaded: row.can_be_loaded,
      cardEnding: row.card_ending,
      fee: feeOf(row.products.map((settings) => productSettings.parse(settings))),
    }
  );
}
