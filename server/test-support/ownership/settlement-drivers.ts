import { externalBody, postMoney } from '../transfers.ts';
import { INVALID_CARD, type OwnerDriver, same } from './driver.ts';

const ofPayment: OwnerDriver = {
  ask: async (world, { card }, session) => {
    const paid = await postMoney(world, 'transfer/external', session, externalBody(card.account, { Amount: 0.1 }));
    const { ReceiptNumber: receiptNumber } = paid.json<{ ReceiptNumber: string }>();
    return same({ body: { accountNumber: card.account.accountNumber, receiptNumber } });
  },
  refusal: INVALID_CARD,
  sharedBy: 'account',
};

/** How the owner asks where a payment is that has left the account, and for it back. */
export const SETTLEMENT_DRIVERS: Readonly<Record<string, readonly OwnerDriver[]>> = {
  getPaymentCourse: [ofPayment],
  reportMistakenPayment: [ofPayment],
};
