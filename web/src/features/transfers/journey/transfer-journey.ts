import { getBPayBiller } from '@wattle/contract/bpay/bpay.ts';
import { getCardDetails, getCards } from '@wattle/contract/cards/home.ts';
import { getScheduledPayments } from '@wattle/contract/schedules/schedules.ts';
import { MASKED_REFERENCE } from '@wattle/contract/rules/card-numbers.ts';
import { getTopupDetails } from '@wattle/contract/topup/topup.ts';
import { getRecentTransactions, getSpending, getTransactions } from '@wattle/contract/transactions/transactions.ts';
import { getRemainingExternalTransferLimitDetails } from '@wattle/contract/transfers/limits.ts';
import { getPayees } from '@wattle/contract/transfers/payees.ts';
import { byName } from '@wattle/contract/rules/typed-names.ts';
import { defineJourney } from '../../../journey/journey.ts';
import { paths } from '../../../paths.ts';
import { firstMethod, methodOf } from '../methods.ts';
import type { PaymentBody, PaymentOperation, PaymentValues } from '../payment-method.ts';
import { valueNames } from './form-values.ts';
import type { BankAccount } from '../../settlement/public.ts';
import { type CheckedPayment, readBody } from './transfer.domain.ts';

/** Fields added to the typed ones when the form is checked. */
type CheckedFields = {
  /** Payee name found by the look-up. */
  readonly foundName: string;
  /** Key of the card that pays. */
  readonly card: string;
  /** The checked body of the call, which review, proof and call use. */
  readonly body: PaymentBody;
};
export type FormValues = PaymentValues & CheckedFields;

/** Data of a completed payment stored for its receipt. */
export type PaidTransfer = {
  readonly values: FormValues;
  readonly receiptNumber: string;
  readonly paidAt: string;
  /** End of the hold of a first payment to a payee. */
  readonly heldUntil: string | null;
  /** Dollars of a day to new payees, for which it is held. */
  readonly newPayees?: number;
};

const FIELDS = {
  ...byName(valueNames(firstMethod()), () => 'kept' as const),
  foundName: 'shown',
  card: 'kept',
  body: 'body',
} as const;

/** The payment that the checked values of a form describe. */
export function checkedPayment({ method, body }: Pick<FormValues, 'method' | 'body'>): CheckedPayment {
  return readBody(methodOf(method), body);
}

/** The account at another bank that a payment goes to; null: to none, or one whose number is known to the server alone. */
export function bankAccountOf({ method, payer, bsb, number }: CheckedPayment): BankAccount | null {
  if (!method.bsb || !method.facts.leavesProgramme || MASKED_REFERENCE.test(number)) return null;
  return { MemberNumber: payer, DestinationBSB: bsb, DestinationAccountNumber: number };
}

/** Journey of a payment by any method: form, review, receipt. */
export const transferJourney = defineJourney({
  name: 'transfer',
  version: 8,
  access: 'signed-in',
  steps: {
    form: { path: paths.fundsTransfer(), fields: FIELDS },
    review: { path: paths.confirmTransfer(), fields: {}, needs: ['form'] },
  },
  payment: {
    review: 'review',
    operation: ({ form }): PaymentOperation => methodOf(form.method).call.operation,
    body: ({ form }) => form.body,
    receipt: (answer, _, { form }): PaidTransfer => ({
      values: form,
      receiptNumber: String(answer[methodOf(form.method).call.receiptField]),
      paidAt: answer.TransactionDate,
      heldUntil: answer.HeldUntil,
      ...(answer.NewPayeesTotal !== undefined && { newPayees: answer.NewPayeesTotal }),
    }),
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
      getTopupDetails,
    ],
  },
});
