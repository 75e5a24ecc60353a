import type { Language } from '@wattle/contract/rules/languages.ts';
import { toInstant, type Tx } from '../../platform/database/database.ts';
import { fullNameIn } from '../../platform/text/full-name.ts';

export type PersonRow = {
  readonly id: bigint;
  readonly brand_id: number;
  readonly name: string;
  readonly title: string;
  readonly brand: string;
  readonly brand_identifier: string;
  readonly language: Language;
  readonly email: string;
  readonly mobile: string;
  readonly home_phone: string;
  /** `yyyy-MM-dd`. */
  readonly date_of_birth: string | null;
  readonly address: PostalAddress | null;
  readonly correspondence_address: PostalAddress | null;
  readonly has_tax_file_number: boolean;
  readonly is_verified: boolean;
  readonly is_restricted: boolean;
  readonly died_on: string | null;
  readonly is_erased: boolean;
  /** Business time of the first card or sign-in. */
  readonly since: string | null;
  readonly is_in_hardship: boolean | null;
  readonly wants_large_print: boolean | null;
  readonly other_contact: string | null;
};

export type PostalAddress = Readonly<
  Partial<Record<'AddressLine1' | 'AddressLine2' | 'Suburb' | 'State' | 'PostCode', string>>
>;

const PERSON = `
SELECT h.id, h.brand_id, ${fullNameIn('h')} AS name, h.title, b.name AS brand, b.identifier AS brand_identifier,
       h.language, h.email, h.mobile, h.home_phone, h.date_of_birth, h.address, h.correspondence_address,
       h.tfn_cipher IS NOT NULL AS has_tax_file_number, h.is_kyc_verified AS is_verified,
       h.is_kyc_restricted AS is_restricted, h.died_on, h.erased_at IS NOT NULL AS is_erased,
       least((SELECT min(w.created_at) FROM web_account w WHERE w.tenant_id = h.tenant_id AND w.holder_id = h.id),
             (SELECT min(c.created_at) FROM card c WHERE c.tenant_id = h.tenant_id AND c.holder_id = h.id)) AS since,
       care.is_in_hardship, care.wants_large_print, care.other_contact
  FROM holder h
  JOIN brand b ON b.tenant_id = h.tenant_id AND b.id = h.brand_id
  LEFT JOIN customer_care care ON care.tenant_id = h.tenant_id AND care.holder_id = h.id
 WHERE h.tenant_id = $1 AND h.id = $2`;

export async function findPerson(tx: Tx, tenantId: number, id: bigint): Promise<PersonRow | undefined> {
  const row = await tx.first<PersonRow>(PERSON, [tenantId, id]);
  return row && { ...row, since: row.since === null ? null : toInstant(row.since) };
}

/** Locks a person until the transaction ends. Undefined: there is none. */
export async function lockPerson(tx: Tx, tenantId: number, id: bigint): Promise<PersonRow | undefined> {
  await tx.run('SELECT FROM holder WHERE tenant_id = $1 AND id = $2 FOR NO KEY UPDATE', [tenantId, id]);
  return findPerson(tx, tenantId, id);
}

export type SignInOfPerson = {
  readonly id: bigint;
  readonly brand_id: number;
  readonly username: string;
  readonly role: 'primary' | 'nominee';
  readonly last_login_at: string | null;
  readonly account_number: string;
};

const SIGN_INS = `
SELECT w.id, w.brand_id, w.username, w.role, w.last_login_at, a.account_number
  FROM web_account w JOIN member_account a ON a.tenant_id = w.tenant_id AND a.id = w.member_account_id
 WHERE w.tenant_id = $1 AND w.holder_id = $2 ORDER BY w.role DESC, w.id LIMIT 50`;

/** Sign-ins of a person, the one of their own account first. */
export function listSignInsOf(tx: Tx, tenantId: number, holderId: bigint): Promise<SignInOfPerson[]> {
  return tx.query(SIGN_INS, [tenantId, holderId]);
}

export type CardOfPerson = {
  readonly id: bigint;
  readonly product: string;
  readonly scheme: string;
  readonly card_name: string;
  readonly masked_number: string;
  readonly expiry: string;
  readonly status: string;
  readonly restricted_by: string | null;
  readonly is_virtual: boolean;
  readonly spend_limit: bigint | null;
  readonly account_number: string;
  readonly dispatched_at: string | null;
  readonly delivered_at: string | null;
  readonly blocked_controls: readonly string[];
};

const CARDS = `
SELECT c.id, p.name AS product, p.scheme, c.card_name, c.masked_number, c.expiry, c.status, c.restricted_by,
       p.is_virtual, c.spend_limit, a.account_number, c.dispatched_at, c.delivered_at, c.blocked_controls
  FROM card c
  JOIN product p ON p.tenant_id = c.tenant_id AND p.id = c.product_id
  JOIN member_account a ON a.tenant_id = c.tenant_id AND a.id = c.member_account_id
 WHERE c.tenant_id = $1 AND c.holder_id = $2
 ORDER BY c.status IN ('Closed', 'Replaced', 'Expired'), c.id DESC LIMIT $3`;

/** Cards of a person: cards in use first, and the newest first among them. */
export function listCardsOf(tx: Tx, tenantId: number, holderId: bigint, limit: number): Promise<CardOfPerson[]> {
  return tx.query(CARDS, [tenantId, holderId, limit]);
}

/** SQL: the accounts of a person ($1 tenant, $2 holder), by their cards and their sign-ins. */
export const ACCOUNTS_OF_PERSON = `
SELECT c.member_account_id AS id FROM card c WHERE c.tenant_id = $1 AND c.holder_id = $2
UNION
SELECT w.member_account_id FROM web_account w WHERE w.tenant_id = $1 AND w.holder_id = $2`;

export type AccountOfPerson = {
  readonly id: bigint;
  readonly ledger_account_id: bigint;
  readonly account_number: string;
  readonly is_primary: boolean;
  readonly balance: bigint;
  readonly held: bigint;
  /** Kept aside for savings goals. */
  readonly aside: bigint;
  /** Sequence of the newest row. */
  readonly version: bigint;
  readonly payment_limit: bigint | null;
  readonly paid_today: bigint;
  readonly is_closed: boolean;
  readonly closure_asked_at: string | null;
  /** Open debts. */
  readonly debts: number;
  readonly products: readonly unknown[];
  /** Products of its cards, by name. */
  readonly names: readonly string[];
};

const ACCOUNTS = `
SELECT a.id, a.ledger_account_id, a.account_number, coalesce(a.primary_holder_id = $2, false) AS is_primary,
       l.balance, l.held, l.aside, l.version, a.payment_limit, coalesce(paid.cents, 0)::bigint AS paid_today,
       a.is_closed, a.closure_asked_at,
       (SELECT count(*)::int FROM debt d WHERE d.tenant_id = a.tenant_id AND d.member_account_id = a.id
           AND d.settled_at IS NULL AND NOT d.is_former_holder) AS debts,
       coalesce((SELECT array_agg(p.settings) FROM cards_of_account(a.tenant_id, a.id, $4) deciding
                   JOIN product p ON p.tenant_id = a.tenant_id AND p.id = deciding.product_id), '{}') AS products,
       ARRAY(SELECT DISTINCT p.name FROM cards_of_account(a.tenant_id, a.id, $4) deciding
               JOIN product p ON p.tenant_id = a.tenant_id AND p.id = deciding.product_id ORDER BY p.name) AS names
  FROM (${ACCOUNTS_OF_PERSON}) own
  JOIN member_account a ON a.tenant_id = $1 AND a.id = own.id
  JOIN ledger_account l ON l.tenant_id = $1 AND l.id = a.ledger_account_id
  LEFT JOIN payment_count paid ON paid.tenant_id = $1 AND paid.member_account_id = a.id AND paid.since = $3::date
   AND paid.counter = $5
 ORDER BY is_primary DESC, a.is_closed, a.id LIMIT 50`;

export function listAccountsOf(
  tx: Tx,
  tenantId: number,
  holderId: bigint,
  { today, counter }: { readonly today: string; readonly counter: string },
): Promise<AccountOfPerson[]> {
  return tx.query(ACCOUNTS, [tenantId, holderId, today, today.slice(0, 7), counter]);
}
