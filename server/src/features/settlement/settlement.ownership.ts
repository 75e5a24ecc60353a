import type { FeatureOwnership } from '../../../test-support/ownership/driver.ts';
import { externalBody, postMoney } from '../../../test-support/transfers.ts';

export const ownership: FeatureOwnership = {
  things: {
    paymentOut: {
      make: async (world, { card }, session) => {
        const paid = await postMoney(world, 'transfer/external', session, externalBody(card.account, { Amount: 0.1 }));
        return paid.json<{ ReceiptNumber: string }>().ReceiptNumber;
      },
      sharedBy: 'account',
    },
  },
};
