import { getCardDetails } from '@wattle/contract/cards/home/get-card-details.ts';
import { getCards } from '@wattle/contract/cards/home/get-cards.ts';
import type { ResponseOf } from '@wattle/contract/operation.ts';
import { getScheduledPayments } from '@wattle/contract/schedules/get-scheduled-payments.ts';
import { getRecentTransactions } from '@wattle/contract/transactions/get-recent.ts';
import { getSpending } from '@wattle/contract/transactions/get-spending.ts';
import { getTransactions } from '@wattle/contract/transactions/get-transactions.ts';
import { getRemainingExternalTransferLimitDetails } from '@wattle/contract/transfers/external/get-remaining-limits.ts';
import { getPayees } from '@wattle/contract/transfers/payees/get-payees.ts';
import { defineJourney } from '../../../journey/journey.ts';
import { paths } from '../../../paths.ts';
import { centsOf } from '../../../ui/typed-amount.ts';
import { operationOf, paymentBodyOf, type TransferValues } from './transfer.domain.ts';

/** What is kept of a payment that was made. */
export type PaidTransfer = {
  readonly values: TransferValues;
  /** The account that paid. */
  readonly payer: string;
  readonly dollars: number;
  readonly receiptNumber: string;
  readonly paidAt: string;
  /** A first payment to somebody is held until then. */
  readonly heldUntil: string | null;
  /** Key of the card that paid. */
  readonly card: string;
};

/** A payment by transfer or BPAY: form, review, receipt. */
export const transferJourney = defineJourney({
  name: 'transfer',
  version: 3,
  access: 'signed-in',
  steps: {
    form: {
      path: paths.fundsTransfer(),
      fields: {
        way: 'kept',
        payeeId: 'kept',
        isUpdate: 'kept',
        newPayee: 'kept',
        name: 'kept',
        accountNumber: 'kept',
        bsb: 'kept',
        purpose: 'kept',
        sameDescription: 'kept',
        billerCode: 'kept',
        billerName: 'shown',
        reference: 'kept',
        amount: 'kept',
        recipientDescription: 'kept',
        description: 'kept',
        schedule: 'kept',
        frequency: 'kept',
        futureDate: 'kept',
        startDate: 'kept',
        endAfter: 'kept',
        endDate: 'kept',
        noOfPayments: 'kept',
        /** Key of the card that pays, and its account; known when the form is done. */
        card: 'kept',
        payer: 'kept',
      },
    },
    review: { path: paths.confirmTransfer(), fields: {}, needs: ['form'] },
  },
  payment: {
    review: 'review',
    operation: ({ form }) => operationOf(form),
    body: ({ form }) => paymentBodyOf(form, centsOf(form.amount), form.payer),
    receipt: (answer, _, { form }): PaidTransfer => ({
      values: form,
      payer: form.payer,
      dollars: (centsOf(form.amount) ?? 0) / 100,
      receiptNumber: receiptOf(answer),
      paidAt: answer.TransactionDate,
      heldUntil: answer.HeldUntil,
      card: form.card,
    }),
    invalidates: [
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

function receiptOf(answer: ResponseOf<ReturnType<typeof operationOf>>): string {
  return 'BPayReceipt' in answer ? answer.BPayReceipt : answer.ReceiptNumber;
}
