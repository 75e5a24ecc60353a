import type { Tx } from '../../../platform/database/database.ts';
import type { Secrets } from '../../../platform/secrets/secrets.ts';
import { maskWords, openText } from '../../../platform/secrets/typed-card-numbers.ts';

/** Returned payment, with the people it concerns. */
export type Returned = {
  readonly transfer_id: bigint;
  readonly cents: bigint;
  readonly name: string;
  readonly reason: string;
  readonly brand_id: number;
  readonly holder_id: bigint;
};

/** Line of the return, whose payer was not notified yet. */
export type Unnotified = Returned & { readonly bank_answer_id: bigint; readonly line: number };

const UNNOTIFIED = `
SELECT l.bank_answer_id, l.line, p.transfer_id, p.amount AS cents, p.name, p.reason, a.brand_id, a.primary_holder_id AS holder_id
  FROM bank_answer_line l
  JOIN payment_out p ON p.tenant_id = l.tenant_id AND p.transfer_id = l.transfer_id
  JOIN member_account a ON a.tenant_id = p.tenant_id AND a.id = p.member_account_id
 WHERE l.tenant_id = $1 AND l.state = 'Done' AND l.kind IN ('return', 'unpaid') AND NOT p.is_deposit AND l.told_at IS NULL
   AND a.primary_holder_id IS NOT NULL
 ORDER BY l.bank_answer_id, l.line LIMIT 100`;

export async function listUnnotified(tx: Tx, secrets: Secrets, tenantId: number): Promise<Unnotified[]> {
  const rows = await tx.query<Unnotified>(UNNOTIFIED, [tenantId]);
  return rows.map((row) => ({ ...row, name: maskWords(openText(secrets, row.name)) }));
}

const RETURNED = `
SELECT p.transfer_id, p.amount AS cents, p.name, p.reason, a.brand_id, a.primary_holder_id AS holder_id
  FROM payment_out p JOIN member_account a ON a.tenant_id = p.tenant_id AND a.id = p.member_account_id
 WHERE p.tenant_id = $1 AND p.transfer_id = $2 AND p.state = 'Returned' AND NOT p.is_deposit
   AND a.primary_holder_id IS NOT NULL`;

/** Returned payment, with or without a line. */
export async function findReturned(
  tx: Tx,
  secrets: Secrets,
  tenantId: number,
  transferId: bigint,
): Promise<Returned | undefined> {
  const row = await tx.first<Returned>(RETURNED, [tenantId, transferId]);
  return row && { ...row, name: maskWords(openText(secrets, row.name)) };
}

export async function saveNotified(tx: Tx, tenantId: number, one: Unnotified, atMs: number): Promise<void> {
  await tx.run('UPDATE bank_answer_line SET told_at = $4 WHERE tenant_id = $1 AND bank_answer_id = $2 AND line = $3', [
    tenantId,
    one.bank_answer_id,
    one.line,
    new Date(atMs),
  ]);
}
