import type { Tx } from '../../../platform/database.ts';
import type { Locale } from '../../../platform/texts.ts';

/** An account that money from another card is booked to. */
export type LoadedAccount = {
  readonly memberAccountId: bigint;
  readonly ledgerAccountId: bigint;
  readonly language: Locale;
  /** Open, its holder alive, and with a card that is or can come into use. */
  readonly canBeLoaded: boolean;
  readonly cardEnding: string;
  /** Cents. */
  readonly fee: bigint;
};

type Row = {
  readonly id: bigint;
  readonly ledger_account_id: bigint;
  readonly language: Locale;
  readonly can_be_loaded: boolean;
  readonly card_ending: string;
  readonly fee: bigint;
};

const FIND = `
SELECT a.id, a.ledger_account_id, coalesce(h.language, 'enAU') AS language, g.card_ending,
       NOT a.is_closed AND h.died_on IS NULL AND EXISTS (
         SELECT FROM card c WHERE c.tenant_id = a.tenant_id AND c.member_account_id = a.id
           AND c.status IN ('Active', 'ActiveOff', 'NotIssued', 'Ordered')) AS can_be_loaded,
       coalesce((SELECT max((p.settings ->> 'topUpFee')::bigint) FROM card c
                 JOIN product p ON p.tenant_id = c.tenant_id AND p.id = c.product_id
                 WHERE c.tenant_id = a.tenant_id AND c.member_account_id = a.id), 0) AS fee
FROM member_account a
JOIN gateway_charge g ON g.tenant_id = a.tenant_id AND g.id = $3
LEFT JOIN holder h ON h.tenant_id = a.tenant_id AND h.id = a.primary_holder_id
WHERE a.tenant_id = $1 AND a.id = $2`;

/** The account that a charge is for. */
export async function findLoadedAccount(
  tx: Tx,
  tenantId: number,
  memberAccountId: bigint,
  chargeId: string,
): Promise<LoadedAccount | undefined> {
  const row = await tx.first<Row>(FIND, [tenantId, memberAccountId, chargeId]);
  return (
    row && {
      memberAccountId: row.id,
      ledgerAccountId: row.ledger_account_id,
      language: row.language,
      canBeLoaded: row.can_be_loaded,
      cardEnding: row.card_ending,
      fee: row.fee,
    }
  );
}
