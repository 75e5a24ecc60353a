import { err, ok } from '@wattle/contract/errors.ts';
import { TRANSFER_CODE } from '../../ledger/ledger.ts';
import { bookingOf, type Charge } from '../gateway/public.ts';
import { paymentKind, type Posting } from '../payments/public.ts';
import { issuingCards } from './issue-cards.ts';
import { cardSide, type OrderFacts, readOrderFacts } from './order-money.ts';

/** `not_found`: the charge was settled or refunded meanwhile. */
type Refused = 'card_problem' | 'not_found';

/** The charge that pays an order: its cards are loaded and issued and the fee is taken, or nothing is. */
export const orderBooking = paymentKind<Charge, OrderFacts, { readonly number: string }, Refused>({
  name: 'store.order',
  isMoneyOut: false,

  read: ({ input }, within) => readOrderFacts(input.subject, within),

  decide({ input, facts: { order, items, gateway, fees } }) {
    if (!order || order.state !== 'Placed') return err('card_problem');
    if (order.cards_total + order.fee !== input.amount) return err('card_problem');
    const loads = items.flatMap((item): Posting<Refused>[] => {
      const to = item.code_hash === null ? undefined : cardSide(item, order, 'topUp');
      return to ? [{ from: { ledgerAccountId: gateway }, to, amount: item.amount, code: TRANSFER_CODE.topUp }] : [];
    });
    const [first, ...others] = loads;
    if (!first || loads.length !== items.length) return err('card_problem');
    const fee: Posting<Refused> = {
      from: { ledgerAccountId: gateway },
      to: { ledgerAccountId: fees },
      amount: order.fee,
      code: TRANSFER_CODE.fee,
    };
    return ok({
      ...first,
      linked: order.fee > 0n ? [...others, fee] : others,
      effects: [bookingOf(input), issuingCards(order, items, input.chargeId)],
      answer: ({ number }) => ({ number }),
    });
  },
});
