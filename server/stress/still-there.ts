import type { TestDatabase } from '../test-support/processes/database.ts';
import type { Answer, Asked } from './client.ts';

export type Acknowledged = { readonly asked: Asked; readonly answer: Answer };
type Looked = Pick<TestDatabase, 'asOwner'>;

const TRANSFERS = `
SELECT w.reference AS name, t.debit_account_id AS payer, t.credit_account_id AS payee, t.amount
FROM transaction_detail w JOIN transfer t ON t.debit_account_id = w.ledger_account_id AND t.debit_seq = w.seq
WHERE w.kind = 'transferOut'`;
const HOLDS = `SELECT key AS name, account_id AS payer, NULL AS payee, amount FROM hold`;

/** Acknowledged requests that are missing from the database or have another payload. */
export async function lost(ctx: Looked, acknowledged: readonly Acknowledged[]): Promise<string[]> {
  type Row = { name: string; payer: string; payee: string | null; amount: string };
  const rows = await ctx.asOwner<Row>(`${TRANSFERS} UNION ALL ${HOLDS}`);
  const there = new Set(rows.map(({ name, payer, payee, amount }) => [name, payer, payee, amount].join()));
  return acknowledged.flatMap((one) => {
    const name = doneAs(one);
    const { payer, payee, amount } = one.asked;
    const line = [name, payer.ledgerAccountId, payee?.ledgerAccountId ?? null, amount].join();
    return name === undefined || there.has(line) ? [] : [line];
  });
}

/** Receipt of a transfer or key of a hold; undefined for a refusal. */
function doneAs({ asked, answer: { status, body } }: Acknowledged): string | undefined {
  if (status !== 200) return undefined;
  const { ReceiptNumber, answer } = JSON.parse(body) as { ReceiptNumber?: string; answer?: string };
  if (ReceiptNumber !== undefined) return ReceiptNumber;
  return answer === '00' ? `network:${asked.key}` : undefined;
}

/** Number of rows: one more than acknowledged was posted twice or for no one. A reversed hold does not count. */
export async function counts(ctx: Looked, tenantId: number) {
  const [row] = await ctx.asOwner<{ transfers: number; holds: number }>(
    `SELECT (SELECT count(*)::int FROM transfer WHERE tenant_id = $1 AND key NOT LIKE 'opening:%') AS transfers,
            (SELECT count(*)::int FROM hold h WHERE tenant_id = $1 AND NOT EXISTS (
               SELECT FROM hold_event e WHERE e.tenant_id = h.tenant_id AND e.hold_id = h.id AND e.kind = 'voided')) AS holds`,
    [tenantId],
  );
  return row;
}

export function countsOf(acknowledged: readonly Acknowledged[]) {
  const done = acknowledged.filter((one) => doneAs(one) !== undefined);
  const transfers = done.filter(({ asked }) => asked.payee).length;
  return { transfers, holds: done.length - transfers };
}
