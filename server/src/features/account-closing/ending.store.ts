import { fullNameIn } from '../../platform/text/full-name.ts';
import { type Language, DEFAULT_LANGUAGE } from '@wattle/contract/rules/languages.ts';
import { monthAt } from '../../platform/time/clock.ts';
import type { Tx } from '../../platform/database/database.ts';
import { seesAccount } from '../card-facts/public.ts';
import { cardMoney } from '../gateway/public.ts';
import type { PaymentTransaction } from '../payments/public.ts';

export type EndingAccount = {
  readonly id: bigint;
  readonly account_number: string;
  readonly ledger_account_id: bigint;
  readonly brand_id: number;
  readonly holder_id: bigint | null;
  readonly holder_name: string;
  readonly language: Language;
  readonly is_closed: boolean;
  readonly is_closure_asked: boolean;
  /** Business time. */
  readonly closure_asked_at: string | null;
  readonly has_died: boolean;
  /** Cents. */
  readonly balance: bigint;
  readonly held: bigint;
  /** True: a dispute is open, or the provisional credit of a withdrawn one is not reversed yet. */
  readonly has_open_dispute: boolean;
  /** True: some of its money came from another card less than a day ago and must stay in the programme. */
  readonly has_card_money: boolean;
  readonly has_payment_out: boolean;
  /** True: a direct debit is not credited yet. */
  readonly has_debit: boolean;
  /** A card that has not expired, been replaced or closed by the end of the month before `$3`. */
  readonly has_card_in_use: boolean;
};

const ACCOUNTS = `
SELECT a.id, a.account_number, a.ledger_account_id, a.brand_id, h.id AS holder_id,
       coalesce(${fullNameIn('h')}, '') AS holder_name, coalesce(h.language, '${DEFAULT_LANGUAGE}') AS language,
       a.is_closed, a.closure_asked_at IS NOT NULL AS is_closure_asked, a.closure_asked_at, h.died_on IS NOT NULL AS has_died,
       l.balance, l.held,
       EXISTS (SELECT FROM dispute d WHERE d.tenant_id = $1 AND d.member_account_id = a.id
                  AND (d.ended_at IS NULL OR (d.provisional IS NOT NULL AND d.provisional_ended_at IS NULL)))
         AS has_open_dispute,
       EXISTS (SELECT FROM payment_out o WHERE o.tenant_id = $1 AND o.member_account_id = a.id
                  AND o.state IN ('Made', 'Sent')) AS has_payment_out,
       EXISTS (SELECT FROM direct_debit b WHERE b.tenant_id = $1 AND b.member_account_id = a.id
                  AND (b.state IN ('Sent', 'Collected') OR (b.state = 'Made' AND b.bank_file_id IS NOT NULL))) AS has_debit,
       EXISTS (SELECT FROM card c WHERE c.tenant_id = $1 AND c.member_account_id = a.id AND c.expiry >= $3
                  AND c.status NOT IN ('Replaced', 'Expired', 'Closed')) AS has_card_in_use
FROM member_account a
JOIN ledger_account l ON l.tenant_id = a.tenant_id AND l.id = a.ledger_account_id
LEFT JOIN holder h ON h.tenant_id = a.tenant_id AND h.id = a.primary_holder_id
WHERE a.tenant_id = $1`;

/** Account with this number and its obstacles to closing, by the business clock. */
export async function findEndingAccount(
  within: PaymentTransaction,
  accountNumber: string,
): Promise<EndingAccount | undefined> {
  const [found] = await readEnding(within, `${ACCOUNTS} AND a.account_number = $2`, accountNumber);
  return found;
}

/** Open accounts with a closure request, oldest first. */
export function listClosures(within: PaymentTransaction, most: number): Promise<EndingAccount[]> {
  const where = 'AND a.closure_asked_at IS NOT NULL AND NOT a.is_closed ORDER BY a.closure_asked_at, a.id LIMIT $2';
  return readEnding(within, `${ACCOUNTS} ${where}`, most);
}

async function readEnding<Row extends Omit<EndingAccount, 'has_card_money'>>(
  within: PaymentTransaction,
  sql: string,
  second: string | number,
): Promise<(Row & Pick<EndingAccount, 'has_card_money'>)[]> {
  const { ctx, tx, tenantId } = within;
  const rows = await tx.query<Row>(sql, [tenantId, second, monthAt(ctx.clocks.business.now())]);
  const ids = rows.map(({ id }) => id);
  const kept = ids.length === 0 ? undefined : await cardMoney.read(within, ids);
  return rows.map((row) => ({ ...row, has_card_money: (kept?.get(row.id) ?? 0n) > 0n }));
}

const ESTATES = `
SELECT e.*, r.recorded_at AS died_at
  FROM death_record r
  JOIN LATERAL (${ACCOUNTS} AND a.primary_holder_id = r.holder_id AND NOT a.is_closed) AS e ON true
 WHERE r.tenant_id = $1 AND r.taken_back_at IS NULL ORDER BY r.id, e.id LIMIT $2`;

/** Open accounts of people who have died, in the order in which the deaths were recorded. */
export function listEstates(
  within: PaymentTransaction,
  most: number,
): Promise<(EndingAccount & { readonly died_at: string })[]> {
  return readEnding<EndingAccount & { readonly died_at: string }>(within, ESTATES, most);
}

export type EndedAccount = {
  readonly account_number: string;
  readonly holder_id: bigint | null;
  readonly holder_name: string;
  readonly has_died: boolean;
  /** Time since when the account is to be ended: the request, or the record of the death; null: neither. */
  readonly since: string | null;
  readonly closed_at: string;
};

const ENDED = `
SELECT a.account_number, h.id AS holder_id, coalesce(${fullNameIn('h')}, '') AS holder_name,
       r.recorded_at IS NOT NULL AS has_died, coalesce(r.recorded_at, a.closure_asked_at) AS since, l.closed_at
  FROM (SELECT * FROM ledger_account
         WHERE tenant_id = $1 AND kind = 'cardholder' AND closed_at IS NOT NULL
         ORDER BY closed_at DESC, id DESC LIMIT $2) l
  JOIN member_account a ON a.tenant_id = l.tenant_id AND a.ledger_account_id = l.id
  LEFT JOIN holder h ON h.tenant_id = a.tenant_id AND h.id = a.primary_holder_id
  LEFT JOIN LATERAL (SELECT d.recorded_at FROM death_record d
                      WHERE d.tenant_id = a.tenant_id AND d.holder_id = a.primary_holder_id AND d.taken_back_at IS NULL
                      ORDER BY d.id LIMIT 1) r ON true
 ORDER BY l.closed_at DESC, l.id DESC`;

/** Accounts that were closed, the last first. */
export function listEnded(tx: Tx, tenantId: number, most: number): Promise<EndedAccount[]> {
  return tx.query(ENDED, [tenantId, most]);
}

type Owner = Pick<EndingAccount, 'brand_id' | 'holder_id' | 'has_died' | 'is_closure_asked'>;

const OWNER = `
SELECT a.brand_id, h.id AS holder_id, h.died_on IS NOT NULL AS has_died,
       a.closure_asked_at IS NOT NULL AS is_closure_asked
  FROM member_account a
  LEFT JOIN holder h ON h.tenant_id = a.tenant_id AND h.id = a.primary_holder_id
 WHERE a.tenant_id = $1 AND a.id = $2`;

/** Holder of an account. */
export function findAccountOf(tx: Tx, tenantId: number, id: bigint): Promise<Owner | undefined> {
  return tx.first(OWNER, [tenantId, id]);
}

// The ledger keeps nothing aside on an account that it has closed.
const CLOSE = `
WITH goals AS (DELETE FROM savings_goal WHERE tenant_id = $1 AND member_account_id = $2),
     paydays AS (DELETE FROM payday WHERE tenant_id = $1 AND member_account_id = $2)
UPDATE member_account SET is_closed = true WHERE tenant_id = $1 AND id = $2`;

/** Marks the account as closed for later payments. */
export async function saveClosed(tx: Tx, tenantId: number, id: bigint): Promise<void> {
  await tx.run(CLOSE, [tenantId, id]);
}

/** The same with a deferred statement. */
export function saveClosedLater(tx: Tx, tenantId: number, id: bigint): void {
  tx.later(CLOSE, [tenantId, id]);
}

/** Person whose relationship the desk ends. */
export type EndingPerson = {
  readonly id: bigint;
  readonly brand_id: number;
  readonly died_on: string | null;
  readonly name: string;
  readonly is_erased: boolean;
  readonly web_account_ids: readonly bigint[];
  /** Accounts that they own. */
  readonly member_account_ids: readonly bigint[];
  /** True: an open account or a usable card is left. */
  readonly is_here: boolean;
};

const PERSON = `
SELECT h.id, h.brand_id, h.died_on::text, ${fullNameIn('h')} AS name, h.erased_at IS NOT NULL AS is_erased,
       ARRAY(SELECT w.id FROM web_account w WHERE w.tenant_id = $1 AND w.holder_id = h.id ORDER BY w.id) AS web_account_ids,
       ARRAY(SELECT a.id FROM member_account a WHERE a.tenant_id = $1 AND a.primary_holder_id = h.id ORDER BY a.id)
         AS member_account_ids,
       (EXISTS (SELECT FROM member_account a WHERE a.tenant_id = $1 AND a.primary_holder_id = h.id AND NOT a.is_closed)
        OR EXISTS (SELECT FROM card c WHERE c.tenant_id = $1 AND c.holder_id = h.id
                    AND c.status NOT IN ('Closed', 'Replaced', 'Expired'))) AS is_here
FROM holder h WHERE h.tenant_id = $1 AND h.id = $2`;

/** Person whose relationship would end, without a lock. */
export function findEndingPerson(tx: Tx, tenantId: number, id: bigint): Promise<EndingPerson | undefined> {
  return tx.first(PERSON, [tenantId, id]);
}

/** Person, locked until the transaction ends. */
export function lockPerson(tx: Tx, tenantId: number, id: bigint): Promise<EndingPerson | undefined> {
  return tx.first(`${PERSON} FOR NO KEY UPDATE`, [tenantId, id]);
}

export async function saveDeath(tx: Tx, tenantId: number, id: bigint, day: string): Promise<void> {
  await tx.run('UPDATE holder SET died_on = $3::date WHERE tenant_id = $1 AND id = $2', [tenantId, id, day]);
}

const DIED = `
SELECT a.id FROM member_account a JOIN holder h ON h.tenant_id = a.tenant_id AND h.id = a.primary_holder_id
WHERE a.tenant_id = $1 AND a.id = ANY ($2::bigint[]) AND h.died_on IS NOT NULL`;

/** Accounts among these whose owner has died. */
export async function listOfTheDead(tx: Tx, tenantId: number, accounts: readonly bigint[]): Promise<bigint[]> {
  const rows = await tx.query<{ id: bigint }>(DIED, [tenantId, accounts]);
  return rows.map(({ id }) => id);
}

export type Nominee = { readonly holder_id: bigint; readonly member_account_id: bigint; readonly is_nominee: boolean };

const BY = {
  web: `SELECT w.holder_id, w.member_account_id, w.role = 'nominee' AS is_nominee FROM web_account w
        WHERE w.tenant_id = $1 AND w.id = $2`,
  card: `SELECT c.holder_id, c.member_account_id, c.holder_id <> a.primary_holder_id AS is_nominee
         FROM card c JOIN member_account a ON a.tenant_id = c.tenant_id AND a.id = c.member_account_id
         WHERE c.tenant_id = $1 AND c.id = $2 AND c.holder_id IS NOT NULL`,
};

/** Holder of a sign-in or card, with the account. */
export function findNominee(tx: Tx, tenantId: number, by: 'web' | 'card', id: bigint): Promise<Nominee | undefined> {
  return tx.first(BY[by], [tenantId, id]);
}

const SIGN_INS = `SELECT id FROM web_account
WHERE tenant_id = $1 AND holder_id = $2 AND member_account_id = $3 AND role = 'nominee'`;

/** Sign-ins of a nominee for an account. */
export async function listSignInsOf(
  tx: Tx,
  tenantId: number,
  { holder_id, member_account_id }: Nominee,
): Promise<bigint[]> {
  const rows = await tx.query<{ id: bigint }>(SIGN_INS, [tenantId, holder_id, member_account_id]);
  return rows.map(({ id }) => id);
}

// Account with which a nominee's sign-in continues: their own, or another one where they are a nominee.
const OWN_OTHER = `
SELECT a.id, a.account_number, (a.primary_holder_id = w.holder_id) IS TRUE AS is_primary,
       (SELECT lpad((coalesce(max(o.extension::integer), 0) + 1)::text, 2, '0') FROM web_account o
         WHERE o.tenant_id = $1 AND o.member_account_id = a.id) AS next_extension
  FROM web_account w
  JOIN member_account a ON a.tenant_id = w.tenant_id AND a.brand_id = w.brand_id AND a.id <> w.member_account_id
 WHERE w.tenant_id = $1 AND w.id = $2
   AND a.id IN (SELECT id FROM member_account WHERE tenant_id = $1 AND primary_holder_id = w.holder_id
                UNION ALL
                SELECT member_account_id FROM card WHERE tenant_id = $1 AND holder_id = w.holder_id)
   AND ${seesAccount('a', 'w.holder_id', '$3')}
 ORDER BY is_primary DESC, a.is_closed, a.id LIMIT 1`;
const MOVE = `
UPDATE web_account SET member_account_id = $3, role = $4, extension = $5,
       username = CASE WHEN EXISTS (SELECT FROM login_name n WHERE n.tenant_id = $1 AND n.web_account_id = $2
                                       AND n.kind = 'nominee' AND n.name = username) THEN $6 ELSE username END
 WHERE tenant_id = $1 AND id = $2 RETURNING brand_id`;
const ADD_NAME = `
INSERT INTO login_name (tenant_id, brand_id, name, kind, web_account_id) VALUES ($1, $2, $3, $4, $5)
ON CONFLICT DO NOTHING`;

/**
 * Moves a nominee's sign-in to another account that its holder sees, under the name of that account. False: there is no
 * such account.
 */
export async function moveSignIn(tx: Tx, tenantId: number, webAccountId: bigint, month: string): Promise<boolean> {
  type Other = { id: bigint; account_number: string; is_primary: boolean; next_extension: string };
  const other = await tx.first<Other>(OWN_OTHER, [tenantId, webAccountId, month]);
  if (!other) return false;
  const extension = other.is_primary ? null : other.next_extension;
  const name = extension === null ? other.account_number : `${other.account_number}-${extension}`;
  const role = extension === null ? 'primary' : 'nominee';
  const moved = await tx.first<{ brand_id: number }>(MOVE, [tenantId, webAccountId, other.id, role, extension, name]);
  await tx.run("DELETE FROM login_name WHERE tenant_id = $1 AND web_account_id = $2 AND kind = 'nominee'", [
    tenantId,
    webAccountId,
  ]);
  const kind = extension === null ? 'account' : 'nominee';
  await tx.run(ADD_NAME, [tenantId, moved?.brand_id, name, kind, webAccountId]);
  return true;
}
