import { fullNameIn } from '../../../platform/text/full-name.ts';
import type { Tx } from '../../../platform/database/database.ts';
import type { MistakenRule } from './mistaken-rule.domain.ts';
import type { MistakenState } from './mistaken-payment.states.domain.ts';

export type MistakenRow = {
  readonly id: bigint;
  readonly transfer_id: bigint;
  readonly reference: string;
  readonly rule: MistakenRule;
  readonly state: MistakenState;
  readonly asked_at: string;
  readonly changed_at: string;
};

const COLUMNS = 'id, transfer_id, reference, rule, state, asked_at, changed_at';

export function findMistaken(tx: Tx, tenantId: number, transferId: bigint): Promise<MistakenRow | undefined> {
  return tx.first(`SELECT ${COLUMNS} FROM mistaken_payment WHERE tenant_id = $1 AND transfer_id = $2`, [
    tenantId,
    transferId,
  ]);
}

const BY_REFERENCE = `SELECT ${COLUMNS} FROM mistaken_payment WHERE tenant_id = $1 AND reference = $2`;

export function findMistakenByReference(tx: Tx, tenantId: number, reference: string): Promise<MistakenRow | undefined> {
  return tx.first(BY_REFERENCE, [tenantId, reference]);
}

export function lockMistaken(tx: Tx, tenantId: number, reference: string): Promise<MistakenRow | undefined> {
  return tx.first(`${BY_REFERENCE} FOR UPDATE`, [tenantId, reference]);
}

type New = {
  readonly transferId: bigint;
  readonly memberAccountId: bigint;
  readonly reference: string;
  readonly rule: MistakenRule;
  readonly state: MistakenState;
  readonly atMs: number;
};

const INSERT = `
INSERT INTO mistaken_payment (tenant_id, transfer_id, member_account_id, reference, rule, state, asked_at, changed_at)
VALUES ($1, $2, $3, $4, $5, $6, $7, $7)
ON CONFLICT (tenant_id, transfer_id) DO NOTHING`;

/** False: another request was made concurrently. */
export async function insertMistaken(tx: Tx, tenantId: number, given: New): Promise<boolean> {
  const { transferId, memberAccountId, reference, rule, state, atMs } = given;
  const values = [tenantId, transferId, memberAccountId, reference, rule, state, new Date(atMs)];
  return (await tx.run(INSERT, values)) === 1;
}

export async function saveMistaken(
  tx: Tx,
  tenantId: number,
  id: bigint,
  state: MistakenState,
  atMs: number,
): Promise<void> {
  await tx.run('UPDATE mistaken_payment SET state = $3, changed_at = $4 WHERE tenant_id = $1 AND id = $2', [
    tenantId,
    id,
    state,
    new Date(atMs),
  ]);
}

export type ShownMistaken = MistakenRow & {
  readonly cents: bigint;
  readonly bsb: string;
  readonly file_name: string | null;
  readonly line: number | null;
};

const OPEN = `
SELECT ${COLUMNS.split(', ')
  .map((column) => `m.${column}`)
  .join(', ')}, p.amount AS cents, p.bsb, f.name AS file_name, l.line
  FROM mistaken_payment m
  JOIN payment_out p ON p.tenant_id = m.tenant_id AND p.transfer_id = m.transfer_id
  LEFT JOIN bank_file_line l ON l.tenant_id = m.tenant_id AND l.transfer_id = m.transfer_id AND NOT l.is_void
  LEFT JOIN bank_file f ON f.tenant_id = l.tenant_id AND f.id = l.bank_file_id
 WHERE m.tenant_id = $1 AND m.state IN ('Asked', 'Requested') ORDER BY m.id LIMIT $2`;

/** Open recalls, oldest first. */
export function listOpenMistaken(tx: Tx, tenantId: number, most: number): Promise<ShownMistaken[]> {
  return tx.query(OPEN, [tenantId, most]);
}

export type MistakenCase = ShownMistaken & {
  readonly account: string;
  readonly holder_id: bigint | null;
  readonly person: string | null;
  /** Payments in their stored form. */
  readonly name: string;
  readonly account_number: string;
  readonly payment_state: string;
  readonly receipt: string | null;
  readonly paid_on: string;
};

const CASE = `
SELECT ${COLUMNS.split(', ')
  .map((column) => `m.${column}`)
  .join(', ')}, p.amount AS cents, p.bsb, p.name, p.account_number, p.state AS payment_state, p.paid_on::text,
       f.name AS file_name, l.line, a.account_number AS account, h.id AS holder_id, ${fullNameIn('h')} AS person,
       d.reference AS receipt
  FROM mistaken_payment m
  JOIN payment_out p ON p.tenant_id = m.tenant_id AND p.transfer_id = m.transfer_id
  JOIN member_account a ON a.tenant_id = m.tenant_id AND a.id = m.member_account_id
  LEFT JOIN holder h ON h.tenant_id = a.tenant_id AND h.id = a.primary_holder_id
  LEFT JOIN transfer t ON t.tenant_id = m.tenant_id AND t.id = m.transfer_id
  LEFT JOIN transaction_detail d ON d.ledger_account_id = t.debit_account_id AND d.seq = t.debit_seq
  LEFT JOIN bank_file_line l ON l.tenant_id = m.tenant_id AND l.transfer_id = m.transfer_id AND NOT l.is_void
  LEFT JOIN bank_file f ON f.tenant_id = l.tenant_id AND f.id = l.bank_file_id
 WHERE m.tenant_id = $1 AND m.reference = $2`;

/** One recall, open or closed, with its payment and payer. */
export function findMistakenCase(tx: Tx, tenantId: number, reference: string): Promise<MistakenCase | undefined> {
  return tx.first(CASE, [tenantId, reference]);
}

/** Closes the recall of a payment that a bank file returned. */
export function recoverWithPayment(tx: Tx, tenantId: number, transferId: bigint, atMs: number): void {
  tx.later(
    `UPDATE mistaken_payment SET state = 'Recovered', changed_at = $3
      WHERE tenant_id = $1 AND transfer_id = $2 AND state IN ('Asked', 'Requested')`,
    [tenantId, transferId, new Date(atMs)],
  );
}
