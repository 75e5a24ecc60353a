import { getCardDetails } from '@wattle/contract/cards/home/get-card-details.ts';
import { getCards } from '@wattle/contract/cards/home/get-cards.ts';
import { getRecentTransactions } from '@wattle/contract/transactions/get-recent.ts';
import { getSpending } from '@wattle/contract/transactions/get-spending.ts';
import { getTransactions } from '@wattle/contract/transactions/get-transactions.ts';
import { transferInternal } from '@wattle/contract/transfers/internal/transfer-internal.ts';
import { getPayees } from '@wattle/contract/transfers/payees/get-payees.ts';
import { defineJourney } from '../../../journey/journey.ts';
import { paths } from '../../../paths.ts';
import { centsOf } from '../../../ui/typed-amount.ts';
import { bodyOf, type TransferBody } from './transfer.domain.ts';

/** What is kept of a transfer that was made. */
export type PaidTransfer = {
  readonly body: TransferBody;
  readonly receiptNumber: string;
  readonly paidAt: string;
  /** Key of the card that paid. */
  readonly card: string;
};

/** A transfer within the brand: form, review, receipt. */
export const transferJourney = defineJourney({
  name: 'transfer',
  version: 1,
  access: 'signed-in',
  steps: {
    form: {
      path: paths.fundsTransfer(),
      fields: {
        payeeId: 'kept',
        isUpdate: 'kept',
        newPayee: 'kept',
        name: 'kept',
        accountNumber: 'kept',
        amount: 'kept',
        recipientDescription: 'kept',
        description: 'kept',
        /** Key of the card that pays, and its account; known when the form is done. */
        card: 'kept',
        payer: 'kept',
      },
    },
    review: { path: paths.confirmTransfer(), fields: {}, needs: ['form'] },
  },
  payment: {
    review: 'review',
    operation: transferInternal,
    body: ({ form }) => bodyOf(form, centsOf(form.amount), form.payer),
    receipt: ({ ReceiptNumber, TransactionDate }, body, { form }): PaidTransfer => ({
      body,
      receiptNumber: ReceiptNumber,
      paidAt: TransactionDate,
      card: form.card,
    }),
    invalidates: [getPayees, getCards, getCardDetails, getRecentTransactions, getSpending, getTransactions],
  },
});
