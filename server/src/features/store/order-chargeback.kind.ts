import { err, ok } from '@wattle/contract/errors.ts';
import { TRANSFER_CODE } from '../../ledger/ledger.ts';
import { type Cents, toDollars } from '../../platform/money.ts';
import { type Charge, chargebackOf } from '../gateway/public.ts';
import { paymentKind, type Posting } from '../payments/public.ts';
import { endingCards } from './end-items.ts';
import { cardSide, type OrderFacts, readLeft, readOrderFacts } from './order-money.ts';
import type { ItemRow } from './order.store.ts';

type Held = { readonly item: ItemRow; readonly left: Cents };
type Facts = OrderFacts & { readonly held: readonly Held[] };

/**
 * `not_found`: the charge was settled or given back meanwhile. `card_problem`: so was one of its cards.
 * `insufficient_funds`: money of one was spent. Each is asked again.
 */
type Refused = 'card_problem' | 'not_found' | 'insufficient_funds';

/**
 * Books the chargeback of an order: its cards are closed, the rest of their price is taken, and the programme bears the
 * loss. Earlier refunds have gone to the gateway already.
 */
export const orderChargeback = paymentKind<Charge, Facts, { readonly taken: number }, Refused>({
  name: 'store.charged_back',
  isMoneyOut: false,

  async read({ input }, within) {
    const facts = await readOrderFacts(input.subject, within);
    const held: Held[] = [];
    for (const item of facts.items) if (item.ended === null) held.push({ item, left: await readLeft(within, item) });
    return { ...facts, held };
  },

  decide({ input, facts: { order, items, held, gateway, losses } }) {
    if (!order) return err('card_problem');
    const to = { ledgerAccountId: gateway };
    const code = TRANSFER_CODE.adjustment;
    const postings: Posting<Refused>[] = [];
    const unrefunded = items.reduce((sum, { taken }) => sum - taken, input.amount);
    let rest = unrefunded;
    for (const { item, left } of held) {
      const from = cardSide(item, order, 'adjustment');
      if (!from || left === 0n) continue;
      rest -= left;
      postings.push({ from, to, amount: left, code });
    }
    if (rest > 0n) postings.push({ from: { ledgerAccountId: losses }, to, amount: rest, code });
    // All of it was refunded before, so the charge is taken back and nothing moves.
    const [first = { from: { ledgerAccountId: losses }, to, amount: 0n, code }, ...others] = postings;
    const taken = toDollars(unrefunded - rest);
    return ok({
      ...first,
      linked: others,
      refusals: { insufficient_funds: err('insufficient_funds') },
      effects: [
        chargebackOf(input),
        endingCards({
          orderId: order.id,
          taken: held.map(({ item, left }) => ({ item, left, amount: left })),
          as: 'chargedBack',
        }),
      ],
      answer: () => ({ taken }),
    });
  },
});
