import { type FeatureOwnership, same } from '../../../test-support/ownership/driver.ts';
import { billBody } from '../../../test-support/transfers.ts';

export const ownership: FeatureOwnership = {
  calls: {
    processBPayRequest: {
      ask: (_world, { card }) => same({ body: billBody(card.account, { amount: 0.1 }) }),
      without: ['PayeeId', 'RepeatOf'],
    },
    // The answer for a payee of another person is the same as for an unknown one: process-bpay-request.test.ts.
    getBPayBiller: { body: { BillerCode: '23796' }, without: ['PayeeId'] },
  },
};
