import { DEFAULT_LANGUAGE } from '@wattle/contract/rules/languages.ts';
import type { Tx } from '../../platform/database/database.ts';
import { productSettings, type ProductSettings } from '../card-facts/public.ts';
import type { CardRow } from './card-row.ts';

const LOCK = `SELECT pg_advisory_xact_lock(hashtextextended('wattle people', $1))`;
const KNOWN = `
SELECT r.reference, c.id, r.content_hash, a.account_number, c.masked_number, c.card_id
FROM issued_row r
JOIN card c ON c.tenant_id = r.tenant_id AND c.id = r.card_id
JOIN member_account a ON a.tenant_id = c.tenant_id AND a.id = c.member_account_id
WHERE r.tenant_id = $1 AND r.reference = ANY ($2::text[])`;
const PRODUCT = `
SELECT p.name, p.is_reloadable, p.is_virtual, p.settings,
       CASE WHEN p.is_reloadable THEN coalesce((b.settings ->> 'ReloadableCardMinimumAge')::integer, 16) END AS minimum_age
FROM product p JOIN brand b ON b.tenant_id = p.tenant_id AND b.id = p.brand_id
WHERE p.tenant_id = $1 AND p.brand_id = $2 AND p.id = $3`;
const ACCOUNT_TAKEN = `SELECT id FROM member_account WHERE tenant_id = $1 AND account_number = $2`;
const ADD_HOLDER = `
INSERT INTO holder (tenant_id, brand_id, title, first_name, middle_name, surname, date_of_birth, email, mobile, address,
                    maiden_name_hash, language)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12) RETURNING id`;
const ADD_ACCOUNT = `
INSERT INTO member_account (tenant_id, brand_id, account_number, ledger_account_id, primary_holder_id)
VALUES ($1, $2, $3, $4, $5) RETURNING id`;
const ADD_ROW = `
INSERT INTO issued_row (tenant_id, reference, content_hash, card_id, issued_at) VALUES ($1, $2, $3, $4, $5)`;

export type Place = { readonly tenantId: number; readonly brandId: number };

export type KnownRow = {
  readonly reference: string;
  /** Id of its card. */
  readonly id: bigint;
  readonly content_hash: Buffer;
  readonly account_number: string;
  readonly masked_number: string;
  readonly card_id: string;
};

export type ProductOfRow = {
  readonly name: string;
  readonly is_reloadable: boolean;
  readonly is_virtual: boolean;
  /** Null: cards that are not reloadable are for people of any age. */
  readonly minimum_age: number | null;
  readonly settings: ProductSettings;
};

/** Numbers are drawn and looked up one at a time. */
export async function lockPeople(tx: Tx, tenantId: number): Promise<void> {
  await tx.run(LOCK, [tenantId]);
}

export function findIssuedRow(tx: Tx, tenantId: number, reference: string): Promise<KnownRow | undefined> {
  return tx.first<KnownRow>(KNOWN, [tenantId, [reference]]);
}

/** Rows that were issued, by their references. */
export async function findIssuedRows(
  tx: Tx,
  tenantId: number,
  references: readonly string[],
): Promise<ReadonlyMap<string, KnownRow>> {
  const rows = await tx.query<KnownRow>(KNOWN, [tenantId, references]);
  return new Map(rows.map((row) => [row.reference, row]));
}

export async function findProductOfRow(tx: Tx, place: Place, id: number): Promise<ProductOfRow | undefined> {
  const row = await tx.first<Omit<ProductOfRow, 'settings'> & { settings: unknown }>(PRODUCT, [
    place.tenantId,
    place.brandId,
    id,
  ]);
  return row && { ...row, settings: productSettings.parse(row.settings) };
}

export async function isAccountTaken(tx: Tx, tenantId: number, number: string): Promise<boolean> {
  return (await tx.first(ACCOUNT_TAKEN, [tenantId, number])) !== undefined;
}

/** Those of the account numbers that an account of the tenant has. */
export async function takenAccounts(
  tx: Tx,
  tenantId: number,
  numbers: readonly string[],
): Promise<ReadonlySet<string>> {
  if (numbers.length === 0) return new Set();
  const rows = await tx.query<{ number: string }>(
    'SELECT account_number AS number FROM member_account WHERE tenant_id = $1 AND account_number = ANY ($2::text[])',
    [tenantId, numbers],
  );
  return new Set(rows.map(({ number }) => number));
}

export async function addHolderOfRow(
  tx: Tx,
  { tenantId, brandId }: Place,
  row: CardRow,
  maidenNameHash: string | undefined,
): Promise<bigint> {
  const address = {
    AddressLine1: row.addressLine1,
    AddressLine2: row.addressLine2,
    Suburb: row.suburb,
    State: row.state,
    PostCode: row.postCode,
    CountryCode: row.country || 'AU',
  };
  const added = await tx.first<{ id: bigint }>(ADD_HOLDER, [
    tenantId,
    brandId,
    row.title,
    row.firstName,
    row.middleName,
    row.surname,
    row.dateOfBirth,
    row.email,
    row.mobileNumber,
    row.addressLine1 === '' ? null : JSON.stringify(address),
    maidenNameHash ?? null,
    row.language || DEFAULT_LANGUAGE,
  ]);
  if (!added) throw new Error('no holder was inserted');
  return added.id;
}

export async function addAccountOfRow(
  tx: Tx,
  { tenantId, brandId }: Place,
  account: {
    readonly number: string;
    readonly ledgerAccountId: bigint;
    readonly holderId: bigint | null;
  },
): Promise<bigint> {
  const added = await tx.first<{ id: bigint }>(ADD_ACCOUNT, [
    tenantId,
    brandId,
    account.number,
    account.ledgerAccountId,
    account.holderId,
  ]);
  if (!added) throw new Error('no account was inserted');
  return added.id;
}

export async function addIssuedRow(
  tx: Tx,
  tenantId: number,
  row: { readonly reference: string; readonly hash: Buffer; readonly cardId: bigint; readonly at: number },
): Promise<void> {
  await tx.run(ADD_ROW, [tenantId, row.reference, row.hash, row.cardId, new Date(row.at)]);
}
