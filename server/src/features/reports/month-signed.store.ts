import type { Tx } from '../../platform/database/database.ts';

export type SignedMonth = {
  readonly month: string;
  /** Cents when it was signed. */
  readonly held: bigint;
  readonly at_bank: bigint;
  readonly asked_by: string;
  readonly approved_by: string | null;
  /** timestamptz as text. */
  readonly signed_at: string;
};

const SIGNED = `
SELECT m.month, m.held, m.at_bank, a.full_name AS asked_by, d.full_name AS approved_by, m.signed_at
  FROM month_signed m
  JOIN desk_request r ON r.tenant_id = m.tenant_id AND r.id = m.desk_request_id
  JOIN staff a ON a.tenant_id = r.tenant_id AND a.id = r.asked_by
  LEFT JOIN staff d ON d.tenant_id = r.tenant_id AND d.id = r.decided_by
 WHERE m.tenant_id = $1 ORDER BY m.month DESC LIMIT $2`;

/** Months that were signed, the last first. */
export function listSigned(tx: Tx, tenantId: number, most: number): Promise<SignedMonth[]> {
  return tx.query(SIGNED, [tenantId, most]);
}

/** Whether a month was signed. */
export async function isSigned(tx: Tx, tenantId: number, month: string): Promise<boolean> {
  const sql = 'SELECT 1 AS one FROM month_signed WHERE tenant_id = $1 AND month = $2';
  return (await tx.first(sql, [tenantId, month])) !== undefined;
}

type Signed = {
  readonly month: string;
  readonly held: bigint;
  readonly atBank: bigint;
  readonly requestId: bigint;
  readonly atMs: number;
};

/** Notes that a month is signed. */
export async function saveSigned(tx: Tx, tenantId: number, { month, held, atBank, requestId, atMs }: Signed) {
  await tx.run(
    `INSERT INTO month_signed (tenant_id, month, held, at_bank, desk_request_id, signed_at)
     VALUES ($1, $2, $3, $4, $5, $6)`,
    [tenantId, month, held, atBank, requestId, new Date(atMs)],
  );
}
