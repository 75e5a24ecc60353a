import type { Session } from '../../http/handle.ts';
import type { Tx } from '../../platform/database/database.ts';
import { heldByProgramme, type InnerStatus, type SealedNumber } from '../card-facts/public.ts';
import { lockNumber } from '../cards/public.ts';
import type { ActivationCheck, KycState, Purpose } from './activation-order.domain.ts';

/** Access details of a new login, stored until the card is activated. */
export type StoredAccess = {
  readonly isAccountNumberUsername: boolean;
  readonly emailAddress: string;
  readonly securityQuestion: number;
};

export type StoredAddress = Readonly<
  Record<'AddressLine1' | 'AddressLine2' | 'Suburb' | 'State' | 'PostCode' | 'CountryCode', string>
>;

/** Details of a new holder. */
export type StoredEntity = {
  readonly Title: string;
  readonly FirstName: string;
  readonly MiddleName: string;
  readonly Surname: string;
  readonly NameOnCard?: string | undefined;
  readonly UnparsedDateOfBirth: string;
  readonly Mobile: string;
  readonly HomePhone: string;
  readonly Address: StoredAddress;
  /** Address of an upgrade, where one was given. */
  readonly CorrespondenceAddress?: StoredAddress | undefined;
  readonly RewardProviderDetails?: { readonly IsMember: boolean; readonly AccountNumber: string } | undefined;
};

/** An activation with the facts of its card, product, account and person. */
export type ActivationRow = SealedNumber & {
  readonly card_id: bigint;
  readonly tenant_id: number;
  readonly brand_id: number;
  readonly brand: string;
  /** The brand's reward programme, if it has one. */
  readonly reward_provider: string | null;
  readonly purpose: Purpose;
  readonly is_upgradeable: boolean;
  readonly is_upgrade_requested: boolean;
  readonly status: InnerStatus;
  readonly expiry: string;
  readonly masked_number: string;
  readonly last4: string;
  readonly card_name: string;
  readonly activation_check: ActivationCheck;
  readonly card_holder_id: bigint | null;
  /** Whether the card that it replaces was restricted by the programme. */
  readonly waits_for_desk: boolean;
  readonly product_id: number;
  readonly product_name: string;
  readonly product_type: 1 | 2 | 3;
  readonly scheme: string;
  readonly is_reloadable: boolean;
  readonly product_settings: unknown;
  readonly art: string;
  readonly art_is_dark: boolean;
  readonly art_version: string | null;
  readonly minimum_age: number;
  readonly links_cards: boolean;
  readonly member_account_id: bigint;
  readonly account_number: string;
  readonly primary_holder_id: bigint | null;
  /** The holder on record, else that of the login that was signed in with. */
  readonly holder_id: bigint | null;
  readonly holder_date_of_birth: string | null;
  /** Whether they are verified and the entered person is no one else. */
  readonly holder_is_verified: boolean;
  readonly holder_has_tax_file: boolean;
  readonly holder_maiden_name_hash: string | null;
  /** The login that the holder on record has. */
  readonly holder_login_id: bigint | null;
  readonly terms_id: number | null;
  readonly terms_version: string | null;
  readonly terms_url: string | null;
  readonly terms_accepted: boolean;
  readonly identity_proved: boolean;
  readonly kyc: KycState;
  readonly consented: boolean;
  readonly web_account_id: bigint | null;
  readonly access: StoredAccess | null;
  readonly password_hash: string | null;
  readonly security_answer_hash: string | null;
  readonly entity: StoredEntity | null;
  readonly maiden_name_hash: string | null;
  readonly marketing_product: boolean;
  readonly marketing_cfs: boolean;
  readonly tfn_cipher: Buffer | null;
  readonly tfn_key_version: number | null;
  readonly tax_exemption: string | null;
  readonly is_tax_file_put_off: boolean;
  readonly activated: boolean;
};

/** The entered person. Once a login has taken the activation, its holder is the person and no one is entered. */
const ENTITY = 'CASE WHEN v.web_account_id IS NULL THEN v.entity END';

/** A verdict that is kept here is about the entered person. One about a holder is kept on their record. */
const KYC = `CASE WHEN v.kyc = 'verified' AND (${ENTITY}) IS NULL THEN 'open' ELSE v.kyc END`;

/** True if the entered person is not the holder on record, whose verification does not count for them. */
const IS_ANOTHER = `(lower(v.entity ->> 'FirstName'), lower(v.entity ->> 'MiddleName'), lower(v.entity ->> 'Surname'),
  v.entity ->> 'UnparsedDateOfBirth')
  IS DISTINCT FROM (lower(h.first_name), lower(h.middle_name), lower(h.surname), h.date_of_birth::text)`;

const ACTIVATION = `
SELECT c.id AS card_id, c.tenant_id, c.brand_id, b.identifier AS brand,
       b.settings ->> 'RewardProviderName' AS reward_provider, v.purpose, own.is_upgradeable, c.is_upgrade_requested, c.status, c.expiry, c.masked_number, c.last4,
       c.card_name, c.activation_check, c.pan_cipher, c.pan_key_version, c.holder_id AS card_holder_id,
       p.id AS product_id, own.name AS product_name, p.product_type, p.scheme, p.is_reloadable,
       p.settings AS product_settings, own.art, own.art_is_dark, picture.version AS art_version,
       coalesce((b.settings ->> 'ReloadableCardMinimumAge')::integer, 16) AS minimum_age,
       coalesce((b.settings ->> 'LinkExistingCard')::boolean, true) AS links_cards,
       a.id AS member_account_id, a.account_number, a.primary_holder_id,
       h.id AS holder_id, h.date_of_birth::text AS holder_date_of_birth,
       coalesce(h.is_kyc_verified AND NOT ((${ENTITY}) IS NOT NULL AND ${IS_ANOTHER}), false)
         AS holder_is_verified,
       coalesce(h.tfn_cipher IS NOT NULL OR h.tax_exemption IS NOT NULL, false) AS holder_has_tax_file,
       h.maiden_name_hash AS holder_maiden_name_hash,
       (SELECT w.id FROM web_account w
         WHERE w.tenant_id = c.tenant_id AND w.brand_id = c.brand_id AND w.holder_id = c.holder_id
         ORDER BY w.id LIMIT 1) AS holder_login_id,
       terms.id AS terms_id, terms.version AS terms_version, terms.url AS terms_url,
       accepted.card_id IS NOT NULL AS terms_accepted,
       v.identity_proved_at IS NOT NULL AS identity_proved, ${KYC} AS kyc, v.consented_at IS NOT NULL AS consented,
       coalesce((SELECT ${heldByProgramme('old')} AND old.status NOT IN ('Replaced', 'Closed') FROM card old
                  WHERE old.tenant_id = c.tenant_id AND old.id = c.replaces_id), false) AS waits_for_desk,
       v.web_account_id, v.access, v.password_hash, v.security_answer_hash, ${ENTITY} AS entity, v.maiden_name_hash,
       v.marketing_product, v.marketing_cfs, v.tfn_cipher, v.tfn_key_version, v.tax_exemption, v.is_tax_file_put_off,
       v.activated_at IS NOT NULL AS activated
FROM activation v
JOIN card c ON c.tenant_id = v.tenant_id AND c.id = v.card_id
JOIN member_account a ON a.tenant_id = c.tenant_id AND a.id = c.member_account_id
JOIN product own ON own.tenant_id = c.tenant_id AND own.id = c.product_id
JOIN product p ON p.tenant_id = c.tenant_id
  AND p.id = CASE v.purpose WHEN 'upgrade' THEN (own.settings ->> 'upgradesTo')::integer ELSE own.id END
JOIN brand b ON b.tenant_id = c.tenant_id AND b.id = c.brand_id
LEFT JOIN web_account login ON login.tenant_id = v.tenant_id AND login.id = v.web_account_id
LEFT JOIN holder h ON h.tenant_id = c.tenant_id AND h.id = coalesce(login.holder_id, c.holder_id)
LEFT JOIN brand_asset picture ON picture.brand_id = c.brand_id AND picture.name = 'card-' || own.art || '.svg'
LEFT JOIN LATERAL (
  SELECT t.id, t.version, t.url FROM terms_version t
   WHERE t.tenant_id = c.tenant_id AND t.product_id = c.product_id AND v.purpose = 'activation' AND t.begins_on <= $3::date
   ORDER BY t.begins_on DESC, t.id DESC LIMIT 1) terms ON true
LEFT JOIN terms_acceptance accepted ON accepted.tenant_id = c.tenant_id AND accepted.card_id = c.id
      AND accepted.terms_version_id = terms.id`;

const BY_CARD = `${ACTIVATION} WHERE v.tenant_id = $1 AND v.card_id = $2`;
const LATEST_OF_LOGIN = `SELECT card_id FROM activation
 WHERE tenant_id = $1 AND brand_id = $2 AND web_account_id = $3
 ORDER BY changed_at DESC, card_id DESC LIMIT 1`;

/** The activation that a session drives: of its card, or the latest that its login has joined. */
export async function findActivation(tx: Tx, session: Session, day: string): Promise<ActivationRow | undefined> {
  const cardId = await cardOf(tx, session);
  return cardId === undefined ? undefined : tx.first<ActivationRow>(BY_CARD, [session.tenantId, cardId, day]);
}

/** The same, with its card, its holder and itself locked, so that a decision holds until the transaction ends. */
export async function lockActivation(tx: Tx, session: Session, day: string): Promise<ActivationRow | undefined> {
  const cardId = await cardOf(tx, session);
  if (cardId === undefined) return undefined;
  await lockNumber(tx, session.tenantId, cardId);
  return tx.first<ActivationRow>(BY_CARD, [session.tenantId, cardId, day]);
}

async function cardOf(tx: Tx, { tenantId, brandId, scope, cardId, webAccountId }: Session) {
  if (scope === 'verifyactivation') return cardId ?? undefined;
  const row = await tx.first<{ card_id: bigint }>(LATEST_OF_LOGIN, [tenantId, brandId, webAccountId]);
  return row?.card_id;
}

/** The activation of a card, for a person who has proved to have it and its code. */
export function findActivationOfCard(
  tx: Tx,
  tenantId: number,
  cardId: bigint,
  day: string,
): Promise<ActivationRow | undefined> {
  return tx.first<ActivationRow>(BY_CARD, [tenantId, cardId, day]);
}

/** The same, with its card, its holder and itself locked, so that no one else makes a login for the holder. */
export async function lockActivationOfCard(
  tx: Tx,
  tenantId: number,
  cardId: bigint,
  day: string,
): Promise<ActivationRow | undefined> {
  await lockNumber(tx, tenantId, cardId);
  return findActivationOfCard(tx, tenantId, cardId, day);
}

const iso = (ms: number) => new Date(ms).toISOString();

/** Begins the activation of a card, or resumes the one that was begun. Security clock. */
export async function beginActivation(
  tx: Tx,
  { tenantId, brandId, cardId, nowMs }: { tenantId: number; brandId: number; cardId: bigint; nowMs: number },
): Promise<void> {
  await tx.run(
    `INSERT INTO activation (card_id, tenant_id, brand_id, started_at, changed_at) VALUES ($1, $2, $3, $4, $4)
     ON CONFLICT (card_id) DO UPDATE SET changed_at = excluded.changed_at`,
    [cardId, tenantId, brandId, iso(nowMs)],
  );
}

type Key = Pick<ActivationRow, 'tenant_id' | 'card_id'>;

async function update(tx: Tx, { tenant_id, card_id }: Key, set: string, values: readonly unknown[]): Promise<void> {
  await tx.run(`UPDATE activation SET ${set} WHERE tenant_id = $1 AND card_id = $2`, [tenant_id, card_id, ...values]);
}

/** Drops whatever a person has entered for an activation, with the verdict about them. */
export const NOTHING_ENTERED = `kyc = 'open', consented_at = NULL, access = NULL, password_hash = NULL,
  security_answer_hash = NULL, entity = NULL, maiden_name_hash = NULL, marketing_product = false, marketing_cfs = false,
  tfn_cipher = NULL, tfn_key_version = NULL, tax_exemption = NULL, is_tax_file_put_off = false`;

/**
 * The existing login that the card will belong to. Its holder is the person of the activation from then on, and keeps
 * nothing that was entered or decided about anybody else.
 */
export async function saveLogin(tx: Tx, key: Key, webAccountId: bigint, nowMs: number): Promise<void> {
  await tx.run(
    `UPDATE activation SET ${NOTHING_ENTERED}
      WHERE tenant_id = $1 AND card_id = $2 AND web_account_id IS DISTINCT FROM $3`,
    [key.tenant_id, key.card_id, webAccountId],
  );
  await update(tx, key, 'web_account_id = $3, changed_at = $4', [webAccountId, iso(nowMs)]);
}

export function saveIdentityProved(tx: Tx, key: Key, nowMs: number): Promise<void> {
  return update(tx, key, 'identity_proved_at = $3, changed_at = $3', [iso(nowMs)]);
}

export function saveKyc(tx: Tx, key: Key, kyc: KycState, nowMs: number): Promise<void> {
  return update(tx, key, 'kyc = $3, changed_at = $4', [kyc, iso(nowMs)]);
}

/** The activations of an account's cards that have not ended, with their cards locked. */
export async function lockOpenActivations(
  tx: Tx,
  tenantId: number,
  memberAccountId: bigint,
  day: string,
): Promise<ActivationRow[]> {
  const cards = await tx.query<{ id: bigint }>(
    `SELECT c.id FROM card c JOIN activation v ON v.tenant_id = c.tenant_id AND v.card_id = c.id
      WHERE c.tenant_id = $1 AND c.member_account_id = $2 AND v.activated_at IS NULL
      ORDER BY c.id FOR NO KEY UPDATE OF c`,
    [tenantId, memberAccountId],
  );
  const rows: ActivationRow[] = [];
  for (const { id } of cards) {
    const row = await findActivationOfCard(tx, tenantId, id, day);
    if (row) rows.push(row);
  }
  return rows;
}

export function saveConsent(
  tx: Tx,
  key: Key,
  marketing: { readonly product: boolean; readonly cfs: boolean },
  nowMs: number,
): Promise<void> {
  const set = 'consented_at = $3, changed_at = $3, marketing_product = $4, marketing_cfs = $5';
  return update(tx, key, set, [iso(nowMs), marketing.product, marketing.cfs]);
}

export function saveAccess(
  tx: Tx,
  key: Key,
  access: StoredAccess,
  hashes: { readonly password: string; readonly answer: string },
): Promise<void> {
  const values = [JSON.stringify(access), hashes.password, hashes.answer];
  return update(tx, key, 'access = $3, password_hash = $4, security_answer_hash = $5', values);
}

/** Changed details need a new consent and a new verification. */
export function saveEntity(tx: Tx, key: Key, entity: StoredEntity, maidenNameHash: string): Promise<void> {
  const set = `entity = $3, maiden_name_hash = $4, consented_at = NULL,
               kyc = CASE kyc WHEN 'locked' THEN kyc ELSE 'open' END`;
  return update(tx, key, set, [JSON.stringify(entity), maidenNameHash]);
}

export type TaxFile =
  | { readonly kind: 'number'; readonly cipher: Buffer; readonly keyVersion: number }
  | { readonly kind: 'exemption'; readonly code: string }
  | { readonly kind: 'notNow' };

const taxValues = (tax: TaxFile) => [
  tax.kind === 'number' ? tax.cipher : null,
  tax.kind === 'number' ? tax.keyVersion : null,
  tax.kind === 'exemption' ? tax.code : null,
];

export function saveTaxFile(tx: Tx, key: Key, tax: TaxFile): Promise<void> {
  return update(tx, key, 'tfn_cipher = $3, tfn_key_version = $4, tax_exemption = $5, is_tax_file_put_off = $6', [
    ...taxValues(tax),
    tax.kind === 'notNow',
  ]);
}

/** Saves the tax file number of a signed-in or a new holder. */
export async function saveHolderTaxFile(tx: Tx, tenantId: number, holderId: bigint, tax: TaxFile): Promise<void> {
  await tx.run(
    'UPDATE holder SET tfn_cipher = $3, tfn_key_version = $4, tax_exemption = $5 WHERE tenant_id = $1 AND id = $2',
    [tenantId, holderId, ...taxValues(tax)],
  );
}

/** Saves who accepted which terms. A repeat keeps the first acceptance. */
export async function addAcceptance(
  tx: Tx,
  key: Key,
  given: {
    readonly termsId: number;
    readonly actor: string;
    readonly nowMs: number;
    readonly address: string;
    readonly userAgent: string;
  },
): Promise<void> {
  await tx.run(
    `INSERT INTO terms_acceptance (tenant_id, card_id, terms_version_id, actor, accepted_at, address, user_agent)
     VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT DO NOTHING`,
    [key.tenant_id, key.card_id, given.termsId, given.actor, iso(given.nowMs), given.address, given.userAgent],
  );
}
