import type { Tx } from '../../platform/database.ts';
import type { Cents } from '../../platform/money.ts';
import type { TransferId } from '../../ledger/ledger.ts';

/** A payment that has left an account for another bank or a biller. */
export type PaymentOut = {
  readonly transferId: TransferId;
  /** Null: of a deposit that is sent back. */
  readonly memberAccountId: bigint | null;
  readonly method: 'external' | 'bpay';
  /** BSB (6 digits) and account, or biller and reference. */
  readonly bsb: string;
  readonly accountNumber: string;
  readonly name: string;
  /** What the other side reads. */
  readonly reference: string;
  readonly remitter: string;
  readonly amount: Cents;
  readonly purpose: number | null;
  /** Melbourne days. */
  readonly paidOn: string;
  readonly valueDate: string;
  /** All funds of a card that go back. */
  readonly isReturn?: boolean;
  /** The programme's 1 cent with a code. */
  readonly isDeposit?: boolean;
};

const INSERT = `
INSERT INTO payment_out (tenant_id, transfer_id, member_account_id, method, bsb, account_number, name, reference,
                         remitter, amount, purpose, paid_on, value_date, is_return, is_deposit)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15)`;

/** Keeps where a payment goes, in the transaction that posts it. */
export function keepPaymentOut(tx: Tx, tenantId: number, out: PaymentOut): void {
  tx.later(INSERT, [
    tenantId,
    out.transferId,
    out.memberAccountId,
    out.method,
    out.bsb,
    out.accountNumber,
    out.name,
    out.reference,
    out.remitter,
    out.amount,
    out.purpose,
    out.paidOn,
    out.valueDate,
    out.isReturn ?? false,
    out.isDeposit ?? false,
  ]);
}
