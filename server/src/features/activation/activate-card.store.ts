import { nameOnCardOf } from '@wattle/contract/rules/name-on-card.ts';
import type { Session } from '../../http/handle.ts';
import type { Tx } from '../../platform/database/database.ts';
import { mayEditTaxFile } from '../interest/public.ts';
import type { ActivationRow, StoredEntity } from './activation.store.ts';

type Place = Pick<Session, 'tenantId' | 'brandId'>;

/** Whether a folded name opens a login of the brand. */
export async function isLoginNameTaken(tx: Tx, { tenantId, brandId }: Place, name: string): Promise<boolean> {
  const row = await tx.first('SELECT FROM login_name WHERE tenant_id = $1 AND brand_id = $2 AND name = $3', [
    tenantId,
    brandId,
    name,
  ]);
  return row !== undefined;
}

/** The extension that the next nominee of an account gets: two digits. */
export async function nextExtension(
  tx: Tx,
  { tenant_id, member_account_id }: Pick<ActivationRow, 'tenant_id' | 'member_account_id'>,
): Promise<string> {
  const row = await tx.first<{ next: number }>(
    `SELECT coalesce(max(extension::integer), 0) + 1 AS next FROM web_account
      WHERE tenant_id = $1 AND member_account_id = $2`,
    [tenant_id, member_account_id],
  );
  return String(row?.next ?? 1).padStart(2, '0');
}

/** Whether the card of a number (by its hashes) or card id is reloadable; undefined if there is none. */
export async function findIsReloadable(
  tx: Tx,
  { tenantId, brandId }: Place,
  { cardId, hashes }: { readonly cardId: string | null; readonly hashes: readonly Buffer[] },
): Promise<boolean | undefined> {
  const row = await tx.first<{ is_reloadable: boolean }>(
    `SELECT p.is_reloadable FROM card c JOIN product p ON p.tenant_id = c.tenant_id AND p.id = c.product_id
      WHERE c.tenant_id = $1 AND c.brand_id = $2 AND (c.pan_hash = ANY ($3::bytea[]) OR c.card_id = $4)
      ORDER BY c.expiry DESC LIMIT 1`,
    [tenantId, brandId, hashes, cardId],
  );
  return row?.is_reloadable;
}

/**
 * The holder of a signed-in web account who may give a tax file number: the primary one, where the account earns
 * interest on a debit card in a month.
 */
export function findTaxedHolder(
  tx: Tx,
  session: Session,
  month: string,
): Promise<{ readonly id: bigint; readonly has_tfn: boolean } | undefined> {
  return tx.first(
    `SELECT h.id, h.tfn_cipher IS NOT NULL AS has_tfn
       FROM web_account w
       JOIN holder h ON h.tenant_id = w.tenant_id AND h.id = w.holder_id
       JOIN member_account m ON m.tenant_id = w.tenant_id AND m.id = w.member_account_id
      WHERE w.tenant_id = $1 AND w.id = $2 AND w.role = 'primary' AND ${mayEditTaxFile('m', '$3')}`,
    [session.tenantId, session.webAccountId, month],
  );
}

/** The name and holder of a web account. */
export function readLogin(
  tx: Tx,
  tenantId: number,
  webAccountId: bigint,
): Promise<{ username: string; holder_id: bigint } | undefined> {
  return tx.first('SELECT username, holder_id FROM web_account WHERE tenant_id = $1 AND id = $2', [
    tenantId,
    webAccountId,
  ]);
}

/** The contacts on record of a holder. */
export async function readContacts(
  tx: Tx,
  tenantId: number,
  holderId: bigint,
): Promise<{ readonly email: string; readonly mobile: string }> {
  const sql = 'SELECT email, mobile FROM holder WHERE tenant_id = $1 AND id = $2';
  const row = await tx.first<{ email: string; mobile: string }>(sql, [tenantId, holderId]);
  if (!row) throw new Error('a holder who was just written is gone');
  return row;
}

const HOLDER_COLUMNS = [
  'title',
  'first_name',
  'middle_name',
  'surname',
  'date_of_birth',
  'home_phone',
  'address',
  'maiden_name_hash',
  'marketing_product',
  'marketing_cfs',
];
const numbered = (from: number) => HOLDER_COLUMNS.map((_, index) => `$${index + from}`).join(', ');

const ADD_HOLDER = `INSERT INTO holder (tenant_id, brand_id, ${HOLDER_COLUMNS.join(', ')})
VALUES ($1, $2, ${numbered(3)}) RETURNING id`;
const CHANGE_HOLDER = `UPDATE holder SET (${HOLDER_COLUMNS.join(', ')}) = ROW (${numbered(3)})
 WHERE tenant_id = $1 AND id = $2 RETURNING id`;

/**
 * Saves the new holder, into the record that the card has or into a new one. Contacts are left out, because a new
 * contact waits for its code (`new-contacts.ts`).
 */
export async function saveHolder(
  tx: Tx,
  row: Pick<
    ActivationRow,
    'tenant_id' | 'brand_id' | 'card_holder_id' | 'maiden_name_hash' | 'marketing_product' | 'marketing_cfs'
  >,
  entity: StoredEntity,
): Promise<bigint> {
  const values = [
    entity.Title,
    entity.FirstName,
    entity.MiddleName,
    entity.Surname,
    entity.UnparsedDateOfBirth,
    entity.HomePhone,
    JSON.stringify(entity.Address),
    row.maiden_name_hash,
    row.marketing_product,
    row.marketing_cfs,
  ];
  const isKnown = row.card_holder_id !== null;
  const written = await tx.first<{ id: bigint }>(isKnown ? CHANGE_HOLDER : ADD_HOLDER, [
    row.tenant_id,
    row.card_holder_id ?? row.brand_id,
    ...values,
  ]);
  if (!written) throw new Error('no holder was written');
  return written.id;
}

/** Saves what a new login adds to its holder. */
export async function saveHolderAccess(
  tx: Tx,
  row: ActivationRow,
  holderId: bigint,
  given: { readonly question: number; readonly isVerified: boolean },
): Promise<void> {
  await tx.run(
    `UPDATE holder SET security_question = $3, security_answer_hash = $4, is_kyc_verified = $5
      WHERE tenant_id = $1 AND id = $2`,
    [row.tenant_id, holderId, given.question, row.security_answer_hash, given.isVerified],
  );
}

export type NewLogin = {
  readonly holderId: bigint;
  readonly username: string;
  /** Extension of a nominee's login. */
  readonly extension: string | null;
  readonly names: readonly { readonly kind: string; readonly name: string }[];
  /** Business time. */
  readonly nowMs: number;
};

const ADD_LOGIN = `
INSERT INTO web_account (tenant_id, brand_id, holder_id, member_account_id, role, extension, username, password_hash,
                         created_at)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) RETURNING id`;
const ADD_NAME = `
INSERT INTO login_name (tenant_id, brand_id, name, kind, web_account_id) VALUES ($1, $2, $3, $4, $5)
ON CONFLICT DO NOTHING RETURNING name`;

/** Adds a login with its names. Null if the first of them, the username, belongs to another login. */
export async function addLogin(tx: Tx, row: ActivationRow, login: NewLogin): Promise<bigint | null> {
  const made = await tx.first<{ id: bigint }>(ADD_LOGIN, [
    row.tenant_id,
    row.brand_id,
    login.holderId,
    row.member_account_id,
    login.extension === null ? 'primary' : 'nominee',
    login.extension,
    login.username,
    row.password_hash,
    new Date(login.nowMs).toISOString(),
  ]);
  if (!made) throw new Error('no login was made');
  for (const [index, { kind, name }] of login.names.entries()) {
    const added = await tx.first(ADD_NAME, [row.tenant_id, row.brand_id, name, kind, made.id]);
    if (added === undefined && index === 0) return null;
  }
  return made.id;
}

/** Gives an account its primary holder: one that has none, or the record that the card came with. */
export async function savePrimaryHolder(tx: Tx, row: ActivationRow, holderId: bigint): Promise<void> {
  await tx.run(
    `UPDATE member_account SET primary_holder_id = $3
      WHERE tenant_id = $1 AND id = $2 AND (primary_holder_id IS NULL OR primary_holder_id = $4)`,
    [row.tenant_id, row.member_account_id, holderId, row.card_holder_id],
  );
}

type NameRow = { readonly first_name: string; readonly surname: string };
const NAME = 'SELECT first_name, surname FROM holder WHERE tenant_id = $1 AND id = $2';

/** Saves the activated card. It becomes the default one where its holder has no other. */
export async function saveActiveCard(
  tx: Tx,
  row: ActivationRow,
  given: {
    readonly status: string;
    readonly holderId: bigint | null;
    readonly pin: { readonly value: string; readonly keyIndex: number } | null;
  },
): Promise<void> {
  const named = await tx.first<NameRow>(NAME, [row.tenant_id, given.holderId]);
  const embossed =
    row.entity?.NameOnCard || nameOnCardOf({ firstName: named?.first_name ?? '', surname: named?.surname ?? '' });
  await tx.run(
    `UPDATE card SET status = $3, holder_id = $4, pvv = coalesce($5, pvv), pvv_key_index = coalesce($6, pvv_key_index),
            network_pin_failures = 0, is_allocated = false,
            embossed_name = CASE WHEN embossed_name <> '' THEN embossed_name ELSE $7 END,
            is_default = is_default OR ($4::bigint IS NOT NULL AND NOT EXISTS (SELECT FROM card other
              WHERE other.tenant_id = $1 AND other.holder_id = $4 AND other.is_default))
      WHERE tenant_id = $1 AND id = $2`,
    [
      row.tenant_id,
      row.card_id,
      given.status,
      given.holderId,
      given.pin?.value ?? null,
      given.pin?.keyIndex ?? null,
      embossed,
    ],
  );
}

/** Ends an activation: the entered details have been moved, and are removed here. Security clock. */
export async function endActivation(
  tx: Tx,
  row: ActivationRow,
  webAccountId: bigint | null,
  nowMs: number,
): Promise<void> {
  await tx.run(
    `UPDATE activation SET activated_at = $4, changed_at = $4, web_account_id = $3, access = NULL, password_hash = NULL,
            security_answer_hash = NULL, entity = NULL, maiden_name_hash = NULL, tfn_cipher = NULL,
            tfn_key_version = NULL, tax_exemption = NULL
      WHERE tenant_id = $1 AND card_id = $2`,
    [row.tenant_id, row.card_id, webAccountId, new Date(nowMs).toISOString()],
  );
}
