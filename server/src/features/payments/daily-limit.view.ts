import { toDollars } from '../../platform/money.ts';
import type { CardViewPart } from '../cards/public.ts';

/** The daily limit of BPAY and transfers together: the product's, which no account can change yet. */
export const dailyLimitView: CardViewPart<{ readonly ofProduct: number | null }> = {
  name: 'dailyLimit',
  read: async (_, { cards }) => new Map(cards.map(({ id, settings }) => [id, { ofProduct: settings.paymentLimit }])),
  details: ({ ofProduct }) => ({
    IsAccountPaymentLimitSet: false,
    AccountPaymentLimit: null,
    IsProductPaymentLimitSet: ofProduct !== null,
    ProductPaymentLimit: ofProduct === null ? null : toDollars(BigInt(ofProduct)),
  }),
};
