import type { BankMethod } from '@wattle/contract/rules/payment-methods.ts';
import type { Tx } from '../../../platform/database/database.ts';
import type { Rail } from '../../payments/public.ts';
import type { ForPayer } from '../../cards/public.ts';
import { IS_WITH_US } from '../answers/payment.store.ts';
import type { PaymentOutState } from '../payment-out.states.domain.ts';

export type CourseRow = {
  readonly transfer_id: bigint;
  readonly member_account_id: bigint;
  /** Place of its row in the payer's list. */
  readonly seq: bigint;
  /** Null, with all later fields except the time: the payment stayed within the programme. */
  readonly state: PaymentOutState | null;
  readonly method: BankMethod | null;
  readonly rail: Rail | null;
  /** When the call was made, if there was one, and its final answer. */
  readonly called_at: string | null;
  readonly outcome: 'paid' | 'refused' | null;
  readonly answer: string | null;
  readonly answered_at: string | null;
  readonly value_date: string | null;
  readonly made_at: string;
  readonly sent_at: string | null;
  readonly settled_at: string | null;
  readonly returned_at: string | null;
  readonly reason: string | null;
  /** The bank cannot have it yet, so it can be stopped. Null if the state is. */
  readonly is_with_us: boolean | null;
  /** Cents. */
  readonly amount: bigint;
  readonly description: string;
  readonly counterparty: string | null;
  readonly is_return: boolean | null;
  readonly bsb: string | null;
  readonly account_number: string | null;
  readonly purpose: number | null;
  readonly reference: string | null;
  /** Paid account of the programme, and the description for it. */
  readonly paid_account: string | null;
  readonly paid_description: string | null;
  /** PayID by which it was paid, also an account of the programme; null: it was named by its number. */
  readonly pay_id: string | null;
};

// The transfer is found by the paying account's own row, so payments of others are not found by their number.
const FIND = `
SELECT t.id AS transfer_id, a.id AS member_account_id, t.debit_seq AS seq, p.state, p.method, p.rail, k.called_at, k.outcome, k.answer,
       k.answered_at, p.value_date::text, t.effective_at AS made_at,
       p.sent_at, p.settled_at, p.returned_at, p.reason, ${IS_WITH_US} AS is_with_us, t.amount, d.description, d.counterparty, p.is_return, p.bsb,
       p.account_number, p.purpose, p.reference, b.account_number AS paid_account, c.description AS paid_description, i.pay_id
  FROM transfer t
  JOIN transaction_detail d ON d.ledger_account_id = t.debit_account_id AND d.seq = t.debit_seq
  JOIN member_account a ON a.tenant_id = t.tenant_id AND a.ledger_account_id = t.debit_account_id
  LEFT JOIN payment_out p ON p.tenant_id = t.tenant_id AND p.transfer_id = t.id
  LEFT JOIN pay_id_payment i ON i.tenant_id = t.tenant_id AND i.transfer_id = t.id
  LEFT JOIN payment_call k ON k.tenant_id = p.tenant_id AND k.transfer_id = p.transfer_id
  LEFT JOIN member_account b ON b.tenant_id = t.tenant_id AND b.ledger_account_id = t.credit_account_id
  LEFT JOIN transaction_detail c ON c.ledger_account_id = t.credit_account_id AND c.seq = t.credit_seq
 WHERE t.tenant_id = $1 AND t.debit_account_id = $2 AND t.id = $4 AND d.reference = $3`;

type Named = { readonly ledgerAccountId: bigint; readonly receiptNumber: string; readonly transferId: bigint };

/** Current state of an account's payment by its receipt number, with its texts as the payer sees them. */
export async function findCourse(
  tx: Tx,
  tenantId: number,
  shown: ForPayer,
  { ledgerAccountId, receiptNumber, transferId }: Named,
): Promise<CourseRow | undefined> {
  const row = await tx.first<CourseRow>(FIND, [tenantId, ledgerAccountId, receiptNumber, transferId]);
  if (!row) return undefined;
  // A masked description is sent again unchanged, so its filler is a character of direct entry.
  return { ...row, account_number: shown(row.account_number), reference: shown(row.reference, '*') };
}
