import { DEFAULT_LANGUAGE, type Language } from '@wattle/contract/rules/languages.ts';
import type { CardReference } from '@wattle/contract/wire.ts';
import type { Tx } from '../../../platform/database/database.ts';
import { type ContactsForCode, contactsForCodeIn } from '../../contact-marks/public.ts';
import type { Person } from '../../payments/public.ts';
import { type InnerStatus, productSettings, type ProductSettings } from '../../card-facts/public.ts';

/** A card that may be upgraded, with its account and product. */
export type UpgradeableCard = {
  readonly id: bigint;
  readonly member_account_id: bigint;
  readonly ledger_account_id: bigint;
  readonly status: InnerStatus;
  readonly expiry: string;
  readonly is_upgradeable: boolean;
  readonly is_upgrade_requested: boolean;
  /** Whether its holder is the primary holder of the account. */
  readonly is_primary: boolean;
  readonly language: Language;
  readonly settings: ProductSettings;
};

type Row = Omit<UpgradeableCard, 'settings'> & { readonly product_settings: unknown };

const FIND = `
SELECT c.id, c.member_account_id, a.ledger_account_id, c.status, c.expiry, c.is_upgrade_requested, p.is_upgradeable,
       coalesce(a.primary_holder_id = c.holder_id, false) AS is_primary, p.settings AS product_settings,
       coalesce(h.language, '${DEFAULT_LANGUAGE}') AS language
FROM card c
JOIN member_account a ON a.tenant_id = c.tenant_id AND a.id = c.member_account_id
JOIN product p ON p.tenant_id = c.tenant_id AND p.id = c.product_id
LEFT JOIN holder h ON h.tenant_id = c.tenant_id AND h.id = c.holder_id
WHERE c.tenant_id = $1 AND c.brand_id = $2 AND c.holder_id = $3
  AND a.account_number = $4 AND c.masked_number = $5 AND c.expiry = $6 AND NOT a.is_closed`;

/** The person's own card, whatever its status. */
export async function findUpgradeableCard(
  tx: Tx,
  tenantId: number,
  { brandId, holderId }: Pick<Person, 'brandId' | 'holderId'>,
  card: CardReference,
): Promise<UpgradeableCard | undefined> {
  const reference = [card.AccountNumber, card.MaskedCardNumber, card.ExpirationDate];
  const row = await tx.first<Row>(FIND, [tenantId, brandId, holderId, ...reference]);
  if (!row) return undefined;
  const { product_settings, ...facts } = row;
  return { ...facts, settings: productSettings.parse(product_settings) };
}

/** Status of a card and whether its upgrade was asked for, under its lock. */
export function lockForUpgrade(
  tx: Tx,
  tenantId: number,
  id: bigint,
): Promise<Pick<UpgradeableCard, 'status' | 'is_upgrade_requested'> | undefined> {
  return tx.first('SELECT status, is_upgrade_requested FROM card WHERE tenant_id = $1 AND id = $2 FOR NO KEY UPDATE', [
    tenantId,
    id,
  ]);
}

/** Saves a request, without waiting for the result. */
export function addUpgrade(
  tx: Tx,
  tenantId: number,
  given: {
    readonly cardId: bigint;
    readonly actor: string;
    readonly fee: bigint;
    readonly receipt: string;
    readonly at: number;
  },
): void {
  tx.later(
    `INSERT INTO card_upgrade (tenant_id, card_id, actor, state, fee, receipt, requested_at)
     VALUES ($1, $2, $3, 'Requested', $4, $5, $6)`,
    [tenantId, given.cardId, given.actor, given.fee, given.receipt, new Date(given.at)],
  );
  setRequested(tx, tenantId, given.cardId, true);
}

function setRequested(tx: Tx, tenantId: number, cardId: bigint, isRequested: boolean): void {
  tx.later('UPDATE card SET is_upgrade_requested = $3 WHERE tenant_id = $1 AND id = $2', [
    tenantId,
    cardId,
    isRequested,
  ]);
}

/** The newest request of a card, with the facts that a decision needs. */
export type Upgrade = ContactsForCode & {
  readonly id: bigint;
  readonly card_id: bigint;
  readonly state: 'Requested' | 'Granted' | 'Refused';
  readonly fee: bigint;
  readonly refund_receipt: string | null;
  readonly new_masked_number: string | null;
  readonly card_status: InnerStatus;
  /** Whether a replacement of the card is already on its way. */
  readonly has_successor: boolean;
  readonly brand_id: number;
  readonly member_account_id: bigint;
  readonly ledger_account_id: bigint;
  readonly account_number: string;
  readonly is_closed: boolean;
  readonly holder_id: bigint | null;
  readonly embossed_name: string;
  readonly language: Language;
  readonly first_name: string;
  readonly product_settings: unknown;
};

const UPGRADE = `
SELECT u.id, u.card_id, u.state, u.fee, u.refund_receipt, n.masked_number AS new_masked_number,
       c.status AS card_status, c.brand_id,
       EXISTS (SELECT FROM card s WHERE s.tenant_id = c.tenant_id AND s.replaces_id = c.id AND s.status <> 'Closed') AS has_successor,
       c.member_account_id, a.ledger_account_id, a.account_number, a.is_closed,
       c.holder_id, c.embossed_name, coalesce(h.language, '${DEFAULT_LANGUAGE}') AS language, coalesce(h.first_name, '') AS first_name,
       ${contactsForCodeIn('h')}, p.settings AS product_settings
FROM card_upgrade u
JOIN card c ON c.tenant_id = u.tenant_id AND c.id = u.card_id
JOIN member_account a ON a.tenant_id = c.tenant_id AND a.id = c.member_account_id
JOIN product p ON p.tenant_id = c.tenant_id AND p.id = c.product_id
LEFT JOIN card n ON n.tenant_id = u.tenant_id AND n.id = u.new_card_id
LEFT JOIN holder h ON h.tenant_id = c.tenant_id AND h.id = c.holder_id
WHERE u.tenant_id = $1 AND u.card_id = $2
ORDER BY u.id DESC LIMIT 1`;

export function findUpgrade(tx: Tx, tenantId: number, cardId: bigint): Promise<Upgrade | undefined> {
  return tx.first(UPGRADE, [tenantId, cardId]);
}

/** The same, locked until the transaction ends. */
export function lockUpgrade(tx: Tx, tenantId: number, cardId: bigint): Promise<Upgrade | undefined> {
  return tx.first(`${UPGRADE} FOR NO KEY UPDATE OF u, c`, [tenantId, cardId]);
}

/** Ends a granted request with the card that was issued for it. */
export async function saveGranted(
  tx: Tx,
  tenantId: number,
  { id }: Upgrade,
  newCardId: bigint,
  at: number,
): Promise<void> {
  await tx.run(
    `UPDATE card_upgrade SET state = 'Granted', new_card_id = $3, decided_at = $4 WHERE tenant_id = $1 AND id = $2`,
    [tenantId, id, newCardId, new Date(at)],
  );
  await tx.run('UPDATE card SET is_upgraded = true WHERE tenant_id = $1 AND id = $2', [tenantId, newCardId]);
}

/** Ends a refused request, without waiting for the result. The card may be upgraded another time. */
export function saveRefused(
  tx: Tx,
  tenantId: number,
  { id, card_id: cardId }: Upgrade,
  given: { readonly receipt: string; readonly at: number },
): void {
  tx.later(
    `UPDATE card_upgrade SET state = 'Refused', refund_receipt = $3, decided_at = $4 WHERE tenant_id = $1 AND id = $2`,
    [tenantId, id, given.receipt, new Date(given.at)],
  );
  setRequested(tx, tenantId, cardId, false);
}

/** Product that a card is upgraded to; undefined if the brand has none. */
export async function findUpgradeProduct(
  tx: Tx,
  tenantId: number,
  brandId: number,
  productId: number,
): Promise<{ readonly name: string; readonly settings: ProductSettings } | undefined> {
  const row = await tx.first<{ name: string; settings: unknown }>(
    'SELECT name, settings FROM product WHERE tenant_id = $1 AND brand_id = $2 AND id = $3 AND is_reloadable',
    [tenantId, brandId, productId],
  );
  return row && { name: row.name, settings: productSettings.parse(row.settings) };
}
