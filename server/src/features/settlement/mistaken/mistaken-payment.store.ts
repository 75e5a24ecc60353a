import type { Tx } from '../../../platform/database.ts';
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
  readonly atMs: number;
};

const INSERT = `
INSERT INTO mistaken_payment (tenant_id, transfer_id, member_account_id, reference, rule, state, asked_at, changed_at)
VALUES ($1, $2, $3, $4, $5, 'Asked', $6, $6)
ON CONFLICT (tenant_id, transfer_id) DO NOTHING`;

/** False: another request was made concurrently. */
export async function insertMistaken(tx: Tx, tenantId: number, given: New): Promise<boolean> {
  const { transferId, memberAccountId, reference, rule, atMs } = given;
  return (await tx.run(INSERT, [tenantId, transferId, memberAccountId, reference, rule, new Date(atMs)])) === 1;
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

/** Closes the recall of a payment that a bank file returned. */
export function recoverWithPayment(tx: Tx, tenantId: number, transferId: bigint, atMs: number): void {
  tx.later(
    `UPDATE mistaken_payment SET state = 'Recovered', changed_at = $3
      WHERE tenant_id = $1 AND transfer_id = $2 AND state IN ('Asked', 'Requested')`,
    [tenantId, transferId, new Date(atMs)],
  );
}
