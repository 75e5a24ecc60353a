import type { BankMethod } from '@wattle/contract/rules/payment-methods.ts';
import { arrayRows } from '../../platform/database/array-rows.ts';
import type { Tx } from '../../platform/database/database.ts';
import { enqueueLater } from '../../platform/due-work/enqueue-later.ts';
import type { Queue } from '../../platform/due-work/queue.ts';
import type { Cents } from '../../platform/money.ts';
import type { Secrets } from '../../platform/secrets/secrets.ts';
import { keepReference, keepText } from '../../platform/secrets/typed-card-numbers.ts';
import type { TransferId } from '../../ledger/ledger.ts';
import { methodNamed, type Rail, type Writing } from '../payments/public.ts';
import { noteEvents } from '../webhook-events/public.ts';

/** Payment that left an account for another bank or a biller. */
export type PaymentOut = {
  readonly transferId: TransferId;
  /** Null for a deposit that is sent back. */
  readonly memberAccountId: bigint | null;
  readonly method: BankMethod;
  /** BSB (6 digits) and account, or biller and reference. */
  readonly bsb: string;
  readonly accountNumber: string;
  readonly name: string;
  /** Reference for the payee. */
  readonly reference: string;
  readonly remitter: string;
  readonly amount: Cents;
  readonly purpose?: number;
  /** Melbourne days. */
  readonly paidOn: string;
  readonly valueDate: string;
  /** Day on which it was counted, if not the day of payment. */
  readonly countedOn?: string;
  /** True: a return of all funds of a card. */
  readonly isReturn?: boolean;
  /** True: the 1 cent verification deposit. */
  readonly isDeposit?: boolean;
  /** How the bank gets it, if not as its method does. */
  readonly rail?: Rail;
};

const COLUMNS = {
  transfer_id: 'bigint',
  member_account_id: 'bigint',
  method: 'text',
  bsb: 'text',
  account_number: 'text',
  name: 'text',
  reference: 'text',
  remitter: 'text',
  amount: 'bigint',
  purpose: 'integer',
  paid_on: 'date',
  value_date: 'date',
  counted_on: 'date',
  is_return: 'boolean',
  is_deposit: 'boolean',
  rail: 'text',
} as const;

// The name of a payee is compared with the programme's list of sanctions, if it has one, before the bank gets it.
const INSERT = `
WITH kept AS (
  INSERT INTO payment_out (tenant_id, ${Object.keys(COLUMNS).join(', ')})
  SELECT $1, ${Object.keys(COLUMNS)
    .map((name) => `made.${name}`)
    .join(', ')}
    FROM ${arrayRows('made', 2, COLUMNS)} RETURNING transfer_id, member_account_id, name, is_deposit)
INSERT INTO sanction_due (tenant_id, kind, object_id)
SELECT $1, 'payment', kept.transfer_id FROM kept
 WHERE kept.name <> '' AND kept.member_account_id IS NOT NULL AND NOT kept.is_deposit
   AND EXISTS (SELECT FROM sanction_list l WHERE l.tenant_id = $1 AND l.is_current)`;

/** Payments that the bank is to be asked for. */
export const PAYMENTS_TO_CALL: Queue<{ readonly transfer: string }> = {
  name: 'settlement.pay-by-call',
  clock: 'security',
};

/** Stores where a payment goes, in the transaction that posts it. Due work brings it to the bank. */
export function keepPaymentOut(writing: Writing, out: PaymentOut): void {
  const { ctx, tx, tenantId, add } = writing;
  const rail = out.rail ?? methodNamed(ctx.paymentMethods, out.method).bank?.by ?? 'file';
  add(insertPaymentsOut, { ...out, rail });
  if (rail !== 'call') return;
  const transfer = String(out.transferId);
  enqueueLater(tx, ctx.clocks, PAYMENTS_TO_CALL, { tenantId, key: transfer, payload: { transfer } });
}

type PaymentOnRail = PaymentOut & { readonly rail: Rail };

function insertPaymentsOut(tx: Tx, tenantId: number, made: readonly PaymentOnRail[], secrets: Secrets): void {
  tx.later(INSERT, [
    tenantId,
    made.map((out) => out.transferId),
    made.map((out) => out.memberAccountId),
    made.map((out) => out.method),
    made.map((out) => out.bsb),
    made.map((out) => (out.method === 'bpay' ? keepReference : keepText)(secrets, out.accountNumber)),
    made.map((out) => keepText(secrets, out.name)),
    made.map((out) => keepText(secrets, out.reference)),
    made.map((out) => out.remitter),
    made.map((out) => out.amount),
    made.map((out) => out.purpose ?? null),
    made.map((out) => out.paidOn),
    made.map((out) => out.valueDate),
    made.map((out) => out.countedOn ?? out.paidOn),
    made.map((out) => out.isReturn ?? false),
    made.map((out) => out.isDeposit ?? false),
    made.map((out) => out.rail),
  ]);
  noteEvents(
    tx,
    tenantId,
    made.map(({ transferId, memberAccountId, method, amount }) => ({
      type: 'payment.created',
      object: `payment:${transferId}`,
      data: {
        account: memberAccountId === null ? null : `account:${memberAccountId}`,
        method,
        amount: Number(amount),
        state: 'Made',
      },
    })),
  );
}
