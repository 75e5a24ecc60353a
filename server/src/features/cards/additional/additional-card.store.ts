import type { Language } from '@wattle/contract/rules/languages.ts';
import { heldByProgramme, productSettings, type ProductSettings } from '../../card-facts/public.ts';
import type { Tx } from '../../../platform/database/database.ts';

/** An account of the caller, with the card whose product an additional card has. */
export type CardAccount = {
  readonly member_account_id: bigint;
  readonly ledger_account_id: bigint;
  readonly brand_id: number;
  readonly product_id: number;
  readonly holder_id: bigint;
  readonly is_primary: boolean;
  readonly is_verified: boolean;
  /** The programme has restricted a card that the person has on the account. */
  readonly is_held: boolean;
  readonly masked_number: string;
  readonly product_name: string;
  readonly embossed_name: string;
  readonly language: Language;
  readonly available: bigint;
  readonly settings: ProductSettings;
};

type Row = Omit<CardAccount, 'settings'> & { readonly product_settings: unknown };

// The person's oldest card in use. Its product decides whether the person may have another card.
const FIND = `
SELECT a.id AS member_account_id, a.ledger_account_id, c.brand_id, c.product_id, c.holder_id,
       coalesce(a.primary_holder_id = c.holder_id, false) AS is_primary, h.is_kyc_verified AS is_verified,
       c.masked_number, c.embossed_name, h.language, l.balance - l.held AS available,
       p.name AS product_name, p.settings AS product_settings,
       EXISTS (SELECT FROM card held WHERE held.tenant_id = a.tenant_id AND held.member_account_id = a.id
                AND held.holder_id = c.holder_id AND held.status NOT IN ('Replaced', 'Closed')
                AND ${heldByProgramme('held')}) AS is_held
FROM member_account a
JOIN ledger_account l ON l.tenant_id = a.tenant_id AND l.id = a.ledger_account_id
JOIN card c ON c.tenant_id = a.tenant_id AND c.member_account_id = a.id
JOIN product p ON p.tenant_id = c.tenant_id AND p.id = c.product_id
JOIN holder h ON h.tenant_id = c.tenant_id AND h.id = c.holder_id
WHERE a.tenant_id = $1 AND a.brand_id = $2 AND a.account_number = $3 AND c.holder_id = $4 AND NOT a.is_closed
ORDER BY c.status IN ('Active', 'ActiveOff') DESC, c.id
LIMIT 1`;

/** The account of a number, where the person has a card on it. */
export async function findCardAccount(
  tx: Tx,
  tenantId: number,
  asked: { readonly brandId: number; readonly holderId: bigint | null; readonly accountNumber: string },
): Promise<CardAccount | undefined> {
  const row = await tx.first<Row>(FIND, [tenantId, asked.brandId, asked.accountNumber, asked.holderId]);
  if (!row) return undefined;
  const { product_settings, ...facts } = row;
  return { ...facts, settings: productSettings.parse(product_settings) };
}

// A damaged card and its successor count as one. Virtual cards that the holder makes have a separate limit.
const COUNT = `
SELECT count(*) AS cards FROM card c
WHERE c.tenant_id = $1 AND c.member_account_id = $2 AND c.expiry >= $3
  AND c.status NOT IN ('Lost', 'Stolen', 'Replaced', 'Expired', 'Closed')
  AND c.virtual_kind IS NULL
  AND NOT EXISTS (SELECT FROM card s WHERE s.tenant_id = $1 AND s.replaces_id = c.id AND s.status <> 'Closed')`;

/** Cards of an account that are alive in a month (`yyyy-MM`). */
export async function countCards(tx: Tx, tenantId: number, memberAccountId: bigint, month: string): Promise<number> {
  const row = await tx.first<{ cards: bigint }>(COUNT, [tenantId, memberAccountId, month]);
  return Number(row?.cards ?? 0n);
}
