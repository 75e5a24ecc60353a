import { err, ok } from '@wattle/contract/errors.ts';
import { TRANSFER_CODE } from '../../ledger/ledger.ts';
import { type Cents, toDollars } from '../../platform/money.ts';
import { type Charge, chargebackOf } from '../gateway/public.ts';
import { paymentKind, type Posting } from '../payments/public.ts';
import { ending } from './end-items.ts';
import { cardSide, type OrderFacts, readLeft, readOrder } from './order-money.ts';
import type { ItemRow } from './order.store.ts';

type Held = { readonly item: ItemRow; readonly left: Cents };
type Facts = OrderFacts & { readonly held: readonly Held[] };

/** `not_found`: the charge was settled or given back meanwhile. `card_problem`: so was one of its cards. */
type Refused = 'card_problem' | 'not_found';

/**
 * The bank of whoever paid an order has taken the charge back: its cards are closed, what is left of what they were
 * bought with is taken, and the programme bears the rest.
 */
export const orderChargeback = paymentKind<Charge, Facts, { readonly taken: number }, Refused>({
  name: 'store.charged_back',
  isMoneyOut: false,

  async read({ input }, within) {
    const facts = await readOrder(input.subject, within);
    const held: Held[] = [];
    for (const item of facts.items) if (item.ended === null) held.push({ item, left: await readLeft(within, item) });
    return { ...facts, held };
  },

  decide({ input, facts: { order, held, gateway, fees } }) {
    if (!order) return err('card_problem');
    const to = { ledgerAccountId: gateway };
    // A purchase may have come between: the bank has taken the money already.
    const how = { code: TRANSFER_CODE.adjustment, forced: true } as const;
    const postings: Posting<Refused>[] = [];
    let rest = input.amount;
    for (const { item, left } of held) {
      const from = cardSide(item, order, 'adjustment');
      if (!from || left === 0n) continue;
      rest -= left;
      postings.push({ from, to, amount: left, ...how });
    }
    if (rest > 0n) postings.push({ from: { ledgerAccountId: fees }, to, amount: rest, ...how });
    const [first, ...others] = postings;
    if (!first) return err('card_problem');
    const taken = toDollars(input.amount - rest);
    return ok({
      ...first,
      linked: others,
      effects: [
        chargebackOf(input),
        ending({
          orderId: order.id,
          taken: held.map(({ item, left: amount }) => ({ item, amount })),
          as: 'chargedBack',
        }),
      ],
      answer: () => ({ taken }),
    });
  },
});
