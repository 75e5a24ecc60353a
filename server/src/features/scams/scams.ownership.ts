import { randomInt } from 'node:crypto';
import type { FeatureOwnership } from '../../../test-support/ownership/driver.ts';
import { externalBody, postMoney } from '../../../test-support/transfers.ts';

export const ownership: FeatureOwnership = {
  things: {
    scamPayment: {
      make: async (world, { card }, session) => {
        // A reported payee is blocked, so each is another.
        const given = { Amount: 0.1, DestinationAccountNumber: String(randomInt(10_000_000, 99_999_999)) };
        const paid = await postMoney(world, 'transfer/external', session, externalBody(card.account, given));
        return paid.json<{ ReceiptNumber: string }>().ReceiptNumber;
      },
      sharedBy: 'account',
    },
  },
  calls: { reportScam: { isLast: true } },
};
