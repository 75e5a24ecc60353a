import { defineJourney } from '../../../journey/journey.ts';
import { paths } from '../../../paths.ts';
import type { OpenedPayment } from '../../gateway/gateway-frame.part.tsx';

/** A top-up by another card: the amount, and the payment that was opened for it. */
export const cardTopupJourney = defineJourney({
  name: 'cardTopup',
  version: 1,
  access: 'signed-in',
  steps: {
    amount: {
      path: paths.topup(),
      fields: {
        amount: 'kept',
        /** The account, its card's key, and the payment once it was opened. */
        account: 'kept',
        card: 'kept',
        sid: 'kept',
      },
    },
    pay: { path: paths.topupCard(), fields: {}, needs: ['amount'] },
  },
});

let opened: OpenedPayment | null = null;

/** Opening data of the gateway's page. It can be used once, so it is kept in memory only and consumed by that page. */
export const openedPayment = {
  keep: (payment: OpenedPayment) => {
    opened = payment;
  },
  /** Null after a reload, and for another payment. */
  of: (sid: string) => (opened?.Sid === sid ? opened : null),
  drop: () => {
    opened = null;
  },
};
