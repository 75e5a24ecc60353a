import { getCardDetails, getCards } from '@wattle/contract/cards/home.ts';
import { getRecentTransactions, getTransactions } from '@wattle/contract/transactions/transactions.ts';
import { paymentText } from '@wattle/contract/rules/direct-entry.ts';
import { returnFund, returnFundStatus } from '@wattle/contract/returns/returns.ts';
import { defineJourney } from '../../journey/journey.ts';
import { paths } from '../../paths.ts';

/** Data of a return kept for its receipt. */
export type ReturnedFunds = {
  /** The account that pays. */
  readonly account: string;
  readonly receiptNumber: string;
  readonly askedAt: string;
  readonly dollars: number;
  readonly heldUntil: string | null;
  readonly name: string;
};

/** All funds of a card back to a bank account: form, review. */
export const returnFundsJourney = defineJourney({
  name: 'returnFunds',
  version: 3,
  access: 'signed-in',
  steps: {
    form: {
      path: paths.returnFund(),
      fields: {
        name: 'kept',
        bsb: 'kept',
        accountNumber: 'kept',
        bank: 'kept',
        /** Key of the card, and the body of the call; known when the form is done. */
        card: 'kept',
        body: 'body',
      },
    },
    review: { path: paths.returnFundReview(), fields: {}, needs: ['form'] },
  },
  payment: {
    review: 'review',
    operation: returnFund,
    body: ({ form }) => form.body,
    receipt: (
      { ReceiptNumber, TransactionDate, Amount, HeldUntil },
      { SourceAccountNumber },
      { form },
    ): ReturnedFunds => ({
      account: SourceAccountNumber,
      receiptNumber: ReceiptNumber,
      askedAt: TransactionDate,
      dollars: Amount,
      heldUntil: HeldUntil,
      name: paymentText(form.name),
    }),
    invalidates: [getCards, getCardDetails, getRecentTransactions, getTransactions, returnFundStatus],
  },
});
