import { DEFAULT_LANGUAGE, type Language } from '@wattle/contract/rules/languages.ts';
import type { DebtCause } from '@wattle/contract/cards/home.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { Cents } from '../../platform/money.ts';

export type NewDebt = {
  readonly memberAccountId: bigint;
  readonly transferId: bigint;
  /** Cents of the forced debit. */
  readonly amount: Cents;
  readonly cause: DebtCause;
  /** Reference of the debit, given by its feature. */
  readonly reference: string;
  readonly atMs: number;
};

// The posting is already written, so a balance below the minimum is the unpaid part.
const NOTE = `
INSERT INTO debt (tenant_id, member_account_id, transfer_id, cause, reference, debited, owed, is_former_holder, made_at)
SELECT $1, $2, $3, $4, $5, $6, least($6, l.floor - (l.balance - l.held)), false, $7
  FROM member_account a
  JOIN ledger_account l ON l.tenant_id = a.tenant_id AND l.id = a.ledger_account_id AND l.is_below_floor
 WHERE a.tenant_id = $1 AND a.id = $2`;

const NOTE_FORMER = `
INSERT INTO debt (tenant_id, member_account_id, transfer_id, cause, reference, debited, owed, is_former_holder, made_at)
VALUES ($1, $2, $3, $4, $5, $6, $6, true, $7)`;

function valuesOf(tenantId: number, debt: NewDebt): unknown[] {
  const { memberAccountId, transferId, cause, reference, amount, atMs } = debt;
  return [tenantId, memberAccountId, transferId, cause, reference, amount, new Date(atMs)];
}

/** Records the unpaid part of a forced debit, if any, in its transaction. */
export function noteDebt(tx: Tx, tenantId: number, debt: NewDebt): void {
  tx.later(NOTE, valuesOf(tenantId, debt));
}

/** The same for a closed account, for which the programme has paid. */
export function noteFormerHolderDebt(tx: Tx, tenantId: number, debt: NewDebt): void {
  tx.later(NOTE_FORMER, valuesOf(tenantId, debt));
}

// Released holds may have paid it, so the balance decides whether a debt remains.
const IN_DEBT = `
SELECT DISTINCT d.member_account_id AS id
  FROM debt d
  JOIN member_account a ON a.tenant_id = d.tenant_id AND a.id = d.member_account_id
  JOIN ledger_account l ON l.tenant_id = a.tenant_id AND l.id = a.ledger_account_id AND l.is_below_floor
 WHERE d.tenant_id = $1 AND d.member_account_id = ANY ($2::bigint[]) AND d.settled_at IS NULL AND NOT d.is_former_holder`;

/** Accounts among these that have a debt. */
export async function inDebt(tx: Tx, tenantId: number, memberAccountIds: readonly bigint[]): Promise<Set<bigint>> {
  const rows = await tx.query<{ id: bigint }>(IN_DEBT, [tenantId, memberAccountIds]);
  return new Set(rows.map(({ id }) => id));
}

export type OpenDebt = {
  readonly member_account_id: bigint;
  /** Cents that are missing to the minimum balance. */
  readonly amount: bigint;
  readonly cause: DebtCause;
  readonly made_at: string;
};

const OPEN = `
SELECT DISTINCT ON (d.member_account_id) d.member_account_id, l.floor - (l.balance - l.held) AS amount, d.cause, d.made_at
  FROM debt d
  JOIN member_account a ON a.tenant_id = d.tenant_id AND a.id = d.member_account_id
  JOIN ledger_account l ON l.tenant_id = a.tenant_id AND l.id = a.ledger_account_id AND l.is_below_floor
 WHERE d.tenant_id = $1 AND d.member_account_id = ANY ($2::bigint[]) AND d.settled_at IS NULL AND NOT d.is_former_holder
 ORDER BY d.member_account_id, d.id DESC`;

/** Open debts of an account, with the latest cause. */
export function readOpenDebts(tx: Tx, tenantId: number, memberAccountIds: readonly bigint[]): Promise<OpenDebt[]> {
  return tx.query(OPEN, [tenantId, memberAccountIds]);
}

export type ListedDebt = {
  readonly account_number: string;
  readonly cause: DebtCause;
  readonly reference: string;
  readonly debited: bigint;
  /** Original amount, and the current debt of the account. */
  readonly owed: bigint;
  readonly left: bigint;
  readonly is_former_holder: boolean;
  readonly made_at: string;
};

const LIST = `
SELECT a.account_number, d.cause, d.reference, d.debited, d.owed, d.is_former_holder, d.made_at,
       CASE WHEN d.is_former_holder THEN d.owed ELSE greatest(0, l.floor - (l.balance - l.held)) END AS left
  FROM debt d
  JOIN member_account a ON a.tenant_id = d.tenant_id AND a.id = d.member_account_id
  JOIN ledger_account l ON l.tenant_id = a.tenant_id AND l.id = a.ledger_account_id
 WHERE d.tenant_id = $1 AND d.settled_at IS NULL
 ORDER BY d.id LIMIT $2`;

/** Open debts, oldest first. */
export function listDebts(tx: Tx, tenantId: number, most: number): Promise<ListedDebt[]> {
  return tx.query(LIST, [tenantId, most]);
}

const SETTLE = `
UPDATE debt d SET settled_at = $2
  FROM member_account a, ledger_account l
 WHERE d.tenant_id = $1 AND d.settled_at IS NULL AND NOT d.is_former_holder
   AND a.tenant_id = d.tenant_id AND a.id = d.member_account_id
   AND l.tenant_id = a.tenant_id AND l.id = a.ledger_account_id AND NOT l.is_below_floor`;

/** Ends debts of accounts that reached their minimum balance without a posting, because a hold was released. */
export async function settlePaid(tx: Tx, tenantId: number, atMs: number): Promise<void> {
  await tx.run(SETTLE, [tenantId, new Date(atMs)]);
}

/** The same for one account that was brought back to zero, whatever is held on it. Below zero nothing ends. */
export function settleDebts(tx: Tx, tenantId: number, memberAccountId: bigint, atMs: number): void {
  tx.later(
    `UPDATE debt d SET settled_at = $3
       FROM member_account a, ledger_account l
      WHERE d.tenant_id = $1 AND d.member_account_id = $2 AND d.settled_at IS NULL AND NOT d.is_former_holder
        AND a.tenant_id = d.tenant_id AND a.id = d.member_account_id
        AND l.tenant_id = a.tenant_id AND l.id = a.ledger_account_id AND l.balance >= 0`,
    [tenantId, memberAccountId, new Date(atMs)],
  );
}

export type OverdrawnAccount = {
  readonly member_account_id: bigint;
  readonly ledger_account_id: bigint;
  readonly balance: bigint;
  /** Language of its holder, or the default. */
  readonly language: Language;
};

const OVERDRAWN = `
SELECT a.id AS member_account_id, a.ledger_account_id, l.balance, coalesce(h.language, '${DEFAULT_LANGUAGE}') AS language
  FROM member_account a
  JOIN ledger_account l ON l.tenant_id = a.tenant_id AND l.id = a.ledger_account_id
  LEFT JOIN holder h ON h.tenant_id = a.tenant_id AND h.id = a.primary_holder_id
 WHERE a.tenant_id = $1 AND a.account_number = $2 AND NOT a.is_closed`;

/** Open account of a number, with its balance. */
export function findOverdrawn(tx: Tx, tenantId: number, accountNumber: string): Promise<OverdrawnAccount | undefined> {
  return tx.first(OVERDRAWN, [tenantId, accountNumber]);
}

export type DebtorAccount = {
  readonly ledger_account_id: bigint;
  readonly is_closed: boolean;
  readonly brand_id: number;
  readonly primary_holder_id: bigint | null;
  readonly has_died: boolean;
  readonly language: Language;
};

const ACCOUNT = `
SELECT a.ledger_account_id, a.is_closed, a.brand_id, a.primary_holder_id, h.died_on IS NOT NULL AS has_died,
       coalesce(h.language, '${DEFAULT_LANGUAGE}') AS language
  FROM member_account a
  LEFT JOIN holder h ON h.tenant_id = a.tenant_id AND h.id = a.primary_holder_id
 WHERE a.tenant_id = $1 AND a.id = $2`;

export function findDebtor(tx: Tx, tenantId: number, memberAccountId: bigint): Promise<DebtorAccount | undefined> {
  return tx.first(ACCOUNT, [tenantId, memberAccountId]);
}

export type UnnotifiedDebt = {
  readonly id: bigint;
  readonly owed: bigint;
  readonly brand_id: number;
  readonly holder_id: bigint;
};

const UNNOTIFIED = `
SELECT d.id, d.owed, a.brand_id, h.id AS holder_id
  FROM debt d
  JOIN member_account a ON a.tenant_id = d.tenant_id AND a.id = d.member_account_id
  JOIN holder h ON h.tenant_id = a.tenant_id AND h.id = a.primary_holder_id AND h.died_on IS NULL
 WHERE d.tenant_id = $1 AND d.told_at IS NULL
 ORDER BY d.id LIMIT $2`;

/** Whether a forced debit left a debt, which has a separate notice. */
export async function leftDebt(tx: Tx, tenantId: number, transferId: bigint): Promise<boolean> {
  return (
    (await tx.first('SELECT FROM debt WHERE tenant_id = $1 AND transfer_id = $2', [tenantId, transferId])) !== undefined
  );
}

/** Debts without a notice. Debts of deceased holders and without a holder are left to the desk. */
export function listUnnotifiedDebts(tx: Tx, tenantId: number, most: number): Promise<UnnotifiedDebt[]> {
  return tx.query(UNNOTIFIED, [tenantId, most]);
}

export async function saveDebtNotified(tx: Tx, tenantId: number, id: bigint, atMs: number): Promise<void> {
  await tx.run('UPDATE debt SET told_at = $3 WHERE tenant_id = $1 AND id = $2', [tenantId, id, new Date(atMs)]);
}
