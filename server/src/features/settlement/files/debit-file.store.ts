import { arrayRows } from '../../../platform/database/array-rows.ts';
import type { Tx } from '../../../platform/database/database.ts';

export type DueDebit = {
  readonly id: bigint;
  readonly bsb: string;
  readonly account_number: string;
  readonly name: string;
  readonly remitter: string;
  readonly amount: bigint;
  readonly fired_at: string;
};

// The agreement of a debit is still active, with the same bank account.
const isAgreed =
  "t.way = 'directDebit' AND t.state IN ('Active', 'Retry') AND t.bsb = d.bsb AND t.account_number = d.account_number";

// A debit made while its agreement was being ended or changed, which that transaction could not see.
const DROP = `
UPDATE direct_debit d SET state = 'Dropped'
  FROM auto_topup t
 WHERE d.tenant_id = $1 AND d.state = 'Made' AND d.bank_file_id IS NULL AND d.agreement_id IS NULL
   AND t.tenant_id = d.tenant_id AND t.id = d.auto_topup_id AND NOT (${isAgreed})`;

// Locked, so that an ending agreement and other servers that make files wait. Nothing is collected while an agreement
// waits for its holder's confirmation after a password reset, or while the account has a debt.
const DUE = `
SELECT d.id, d.bsb, d.account_number, d.name, b.name AS remitter, d.amount, d.fired_at
  FROM direct_debit d
  JOIN member_account a ON a.tenant_id = d.tenant_id AND a.id = d.member_account_id
  JOIN brand b ON b.tenant_id = a.tenant_id AND b.id = a.brand_id
 WHERE d.tenant_id = $1 AND d.state = 'Made' AND d.bank_file_id IS NULL AND d.agreement_id IS NULL
   AND EXISTS (SELECT FROM auto_topup t
                WHERE t.tenant_id = d.tenant_id AND t.id = d.auto_topup_id AND t.waits_since IS NULL AND ${isAgreed})
   AND NOT EXISTS (SELECT FROM debt e
                    WHERE e.tenant_id = d.tenant_id AND e.member_account_id = d.member_account_id
                      AND e.settled_at IS NULL AND NOT e.is_former_holder)
 ORDER BY d.id
   FOR UPDATE OF d`;

/** Debits without a file. Those whose agreement ended or changed are dropped. */
export async function lockDueDebits(tx: Tx, tenantId: number): Promise<DueDebit[]> {
  await tx.run(DROP, [tenantId]);
  return tx.query(DUE, [tenantId]);
}

const PUT = `
UPDATE direct_debit d SET bank_file_id = $2, line = l.n
  FROM ${arrayRows('l', 3, { id: 'bigint' })}
 WHERE d.tenant_id = $1 AND d.id = l.id`;

/** Assigns debits to a file, in the order of its lines. */
export async function putDebits(tx: Tx, tenantId: number, fileId: bigint, ids: readonly bigint[]): Promise<void> {
  await tx.run(PUT, [tenantId, fileId, ids]);
}

/**
 * Reference for a debit's payer: its complete id within the 18 characters of the field, by which its return is matched.
 */
export function debitReference(id: bigint): string {
  const words = `AUTO TOP-UP ${id}`;
  return words.length > REFERENCE_LENGTH ? `AUTO ${id}` : words;
}

const REFERENCE_LENGTH = 18;
const OWN_REFERENCE = /^AUTO (?:TOP-UP )?([1-9]\d{0,12})$/;

function debitIdOf(reference: string): bigint | undefined {
  const [, id] = OWN_REFERENCE.exec(reference) ?? [];
  return id === undefined ? undefined : BigInt(id);
}

const MOVE = `
UPDATE direct_debit SET state = $4, credit_on = coalesce($5, credit_on)
 WHERE tenant_id = $1 AND bank_file_id = $2 AND state = ANY ($3::text[])`;

/**
 * Changes the state of those debits of a file that are in one of the given states. `creditOn`: when they are credited
 * to the card.
 */
export function moveFileDebits(
  tx: Tx,
  tenantId: number,
  fileId: bigint,
  change: { readonly from: readonly string[]; readonly to: string; readonly creditOn?: string },
): void {
  tx.later(MOVE, [tenantId, fileId, change.from, change.to, change.creditOn ?? null]);
}

/** Removes the debits of a rejected file, so that another file can contain them. */
export async function releaseDebits(tx: Tx, tenantId: number, fileId: bigint): Promise<void> {
  await tx.run(
    `UPDATE direct_debit SET state = 'Made', bank_file_id = NULL, line = NULL
      WHERE tenant_id = $1 AND bank_file_id = $2 AND state IN ('Made', 'Sent')`,
    [tenantId, fileId],
  );
}

const PAYERS = 'SELECT DISTINCT member_account_id AS id FROM direct_debit WHERE tenant_id = $1 AND bank_file_id = $2';

export async function accountsOfDebits(tx: Tx, tenantId: number, fileId: bigint): Promise<bigint[]> {
  return (await tx.query<{ id: bigint }>(PAYERS, [tenantId, fileId])).map(({ id }) => id);
}

export type DebitCandidate = {
  readonly id: bigint;
  readonly file_name: string;
  readonly file_state: string;
};

// By its own number, or by its number in a file that a restore lost.
const OF_LINE = `
SELECT d.id, f.name AS file_name, f.state AS file_state, d.entered_return_id
  FROM direct_debit d JOIN bank_file f ON f.tenant_id = d.tenant_id AND f.id = d.bank_file_id
  LEFT JOIN bank_has_line b ON b.tenant_id = d.tenant_id AND b.debit_id = d.id
 WHERE d.tenant_id = $1 AND d.bsb = $2 AND d.account_number = $3 AND d.amount = $4
   AND (b.reference = $5 OR (b.reference IS NULL AND d.id = $6))`;
const RETURNED = `${OF_LINE} AND d.state NOT IN ('Returned', 'TakenBack') ORDER BY d.id DESC LIMIT 1`;
const ENTERED = `${OF_LINE} AND d.entered_return_id IS NOT NULL ORDER BY d.id DESC LIMIT 1 FOR UPDATE OF d`;

type ReturnedLine = {
  readonly bsb: string;
  readonly account_number: string;
  readonly cents: bigint;
  readonly reference: string;
};

/** Debit that a line returns. */
export function findReturnedDebit(tx: Tx, tenantId: number, line: ReturnedLine): Promise<DebitCandidate | undefined> {
  return tx.first(RETURNED, valuesOf(tenantId, line));
}

function valuesOf(tenantId: number, { bsb, account_number, cents, reference }: ReturnedLine): readonly unknown[] {
  return [tenantId, bsb, account_number, cents, reference, debitIdOf(reference) ?? null];
}

/** Posting of a return that the desk entered before this line arrived. One entered return matches one line only. */
export async function takeEnteredReturn(tx: Tx, tenantId: number, line: ReturnedLine): Promise<bigint | undefined> {
  const entered = await tx.first<{ id: bigint; entered_return_id: bigint }>(ENTERED, valuesOf(tenantId, line));
  if (!entered) return undefined;
  await tx.run('UPDATE direct_debit SET entered_return_id = NULL WHERE tenant_id = $1 AND id = $2', [
    tenantId,
    entered.id,
  ]);
  return entered.entered_return_id;
}
