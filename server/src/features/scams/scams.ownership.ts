import type { FeatureOwnership } from '../../../test-support/ownership/driver.ts';
import { externalBody, postMoney } from '../../../test-support/transfers.ts';

export const ownership: FeatureOwnership = {
  things: {
    scamPayment: {
      make: async (world, { card }, session) => {
        const given = { Amount: 0.1, DestinationAccountNumber: '44179999' };
        const paid = await postMoney(world, 'transfer/external', session, externalBody(card.account, given));
        return paid.json<{ ReceiptNumber: string }>().ReceiptNumber;
      },
      sharedBy: 'account',
    },
  },
  calls: { reportScam: { isLast: true } },
};
