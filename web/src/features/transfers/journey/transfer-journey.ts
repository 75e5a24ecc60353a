import { getBPayBiller } from '@wattle/contract/bpay/bpay.ts';
import { getCardDetails, getCards } from '@wattle/contract/cards/home.ts';
import type { AnyOperation } from '@wattle/contract/operation.ts';
import { getScheduledPayments } from '@wattle/contract/schedules/schedules.ts';
import { getRecentTransactions, getSpending, getTransactions } from '@wattle/contract/transactions/transactions.ts';
import { getRemainingExternalTransferLimitDetails } from '@wattle/contract/transfers/limits.ts';
import { getPayees } from '@wattle/contract/transfers/payees.ts';
import type { FieldKind } from '../../../journey/journey.domain.ts';
import { defineJourney } from '../../../journey/journey.ts';
import { paths } from '../../../paths.ts';
import { firstMethod, methodOf } from '../methods.ts';
import type { CommonField, PaymentBody, PaymentValues } from '../payment-method.ts';
import { valueNames } from './form-values.ts';
import { type CheckedPayment, readBody } from './transfer.domain.ts';

/** Fields added to the typed ones when the form is checked. */
type CheckedFields = {
  /** Payee name found by the look-up. */
  readonly foundName: string;
  /** Key of the card that pays. */
  readonly card: string;
  /** The checked body of the call, as JSON. Review, proof and call use it. */
  readonly body: string;
};
export type FormValues = PaymentValues & CheckedFields;

/** Data of a completed payment stored for its receipt. */
export type PaidTransfer = {
  readonly values: FormValues;
  readonly receiptNumber: string;
  readonly paidAt: string;
  /** End of the hold of a first payment to a payee. */
  readonly heldUntil: string | null;
};

type Answer = { readonly TransactionDate: string; readonly HeldUntil: string | null };
/** The call belongs to the method, so it has the types of any operation. */
type PaymentOperation = Omit<AnyOperation, 'body'>;

const FIELDS = {
  ...Object.fromEntries(valueNames(firstMethod()).map((name) => [name, 'kept'])),
  foundName: 'shown',
  card: 'kept',
  body: 'kept',
} as Readonly<Record<CommonField | keyof CheckedFields, FieldKind>>;

/** The payment that the checked values of a form describe. */
export function checkedPayment({ method, body }: Pick<FormValues, 'method' | 'body'>): CheckedPayment {
  return readBody(methodOf(method), JSON.parse(body) as PaymentBody);
}

/** Journey of a payment by any method: form, review, receipt. */
export const transferJourney = defineJourney({
  name: 'transfer',
  version: 5,
  access: 'signed-in',
  steps: {
    form: { path: paths.fundsTransfer(), fields: FIELDS },
    review: { path: paths.confirmTransfer(), fields: {}, needs: ['form'] },
  },
  payment: {
    review: 'review',
    operation: ({ form }): PaymentOperation => methodOf(form.method).call.operation,
    body: ({ form }) => checkedPayment(form).body as never,
    receipt: (answer, _, { form }): PaidTransfer => {
      const { TransactionDate, HeldUntil } = answer as Answer;
      const { receiptField } = methodOf(form.method).call;
      const receiptNumber = String((answer as Readonly<Record<string, unknown>>)[receiptField]);
      return { values: form, receiptNumber, paidAt: TransactionDate, heldUntil: HeldUntil };
    },
    invalidates: [
      // After a proof it shows a saved reference in full.
      getBPayBiller,
      getPayees,
      getScheduledPayments,
      getCards,
      getCardDetails,
      getRecentTransactions,
      getSpending,
      getTransactions,
      getRemainingExternalTransferLimitDetails,
    ],
  },
});
