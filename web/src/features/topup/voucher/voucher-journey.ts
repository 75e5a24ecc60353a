import { getCardDetails, getCards } from '@wattle/contract/cards/home.ts';
import { getTopupDetails } from '@wattle/contract/topup/topup.ts';
import { redeemVoucher } from '@wattle/contract/topup/vouchers.ts';
import { getRecentTransactions, getTransactions } from '@wattle/contract/transactions/transactions.ts';
import { defineJourney } from '../../../journey/journey.ts';
import { paths } from '../../../paths.ts';

/** A voucher: number and code, what it is worth, redeemed. The code is sent once and never kept. */
export const voucherJourney = defineJourney({
  name: 'voucher',
  version: 2,
  access: 'signed-in',
  steps: {
    details: {
      path: paths.topup(),
      fields: {
        number: 'kept',
        /** The account that it loads, and its card's key; known when the voucher was checked. */
        account: 'kept',
        card: 'kept',
      },
    },
    review: { path: paths.topupVoucher(), fields: {}, needs: ['details'] },
  },
  payment: {
    review: 'review',
    operation: redeemVoucher,
    body: ({ details }) => ({ MemberNumber: details.account, VoucherId: details.number }),
    receipt: ({ ReceiptNumber, TransactionDate, Amount }, _, { details }) => ({
      receiptNumber: ReceiptNumber,
      loadedAt: TransactionDate,
      dollars: Amount,
      card: details.card,
      account: details.account,
    }),
    invalidates: [getCards, getCardDetails, getRecentTransactions, getTransactions, getTopupDetails],
  },
});
