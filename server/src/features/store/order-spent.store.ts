import { TRANSFER_CODE } from '../../ledger/ledger.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { Cents } from '../../platform/money.ts';

const { purchase, cash, bpay, pay, fee, transferOut, refund, comeBack, adjustment } = TRANSFER_CODE;

/** Money that leaves a card, and what undoes it. */
const SPENDS = [purchase, cash, bpay, pay, fee, transferOut];
const REVERSALS = [refund, comeBack];

// A dispute credit undoes spending, and taking it back spends again. Debits that reverse a load are neither. A credit
// without earlier spending belongs to the holder, so the sum never falls below zero.
const SPENT = `
WITH moved AS (
  SELECT e.seq, e.amount FROM entry e
   WHERE e.tenant_id = $1 AND e.account_id = $2
     AND ((e.code = ANY ($3::int[]) AND e.amount < 0) OR (e.code = ANY ($4::int[]) AND e.amount > 0)
          OR (e.code = $5 AND EXISTS (
            SELECT FROM transfer t
              JOIN ledger_account l ON l.id IN (t.debit_account_id, t.credit_account_id)
                   AND l.kind IN ('fees', 'schemeSettlement')
             WHERE t.tenant_id = $1 AND t.id = e.transfer_id)))),
run AS (SELECT -sum(amount) OVER (ORDER BY seq) AS spent, -amount AS cents FROM moved)
SELECT (coalesce(sum(cents), 0) - least(0, min(spent)))::bigint AS spent FROM run`;

/** Cents that have left the account of a card of an order and have not come back. */
export async function sumSpent(tx: Tx, tenantId: number, ledgerAccountId: bigint): Promise<Cents> {
  const row = await tx.first<{ spent: bigint }>(SPENT, [tenantId, ledgerAccountId, SPENDS, REVERSALS, adjustment]);
  return row?.spent ?? 0n;
}
