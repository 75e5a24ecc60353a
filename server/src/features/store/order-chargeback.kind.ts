import { err, ok } from '@wattle/contract/errors.ts';
import { TRANSFER_CODE } from '../../ledger/ledger.ts';
import { type Cents, toDollars } from '../../platform/money.ts';
import { type Charge, chargebackOf, listRefunds, sumUnpaid } from '../gateway/public.ts';
import { paymentKind, type Posting } from '../payments/public.ts';
import { endingCards } from './end-items.ts';
import { cardSide, type OrderFacts, readLeft, readOrderFacts } from './order-money.ts';
import type { ItemRow } from './order.store.ts';

type Held = { readonly item: ItemRow; readonly left: Cents };
type Facts = OrderFacts & {
  readonly held: readonly Held[];
  /** Cents of refunds that are booked to the gateway's account, and that the gateway has not paid yet. */
  readonly unpaid: Cents;
};

/**
 * `not_found`: the charge was settled or refunded meanwhile. `card_problem`: so was one of its cards.
 * `insufficient_funds`: money of one was spent. Each is tried again.
 */
type Refused = 'card_problem' | 'not_found' | 'insufficient_funds';

/**
 * Books the chargeback of an order: the gateway takes the whole charge. Its cards are closed and the rest of their
 * price is taken; the programme pays for what was spent and what was refunded before.
 */
export const orderChargeback = paymentKind<Charge, Facts, { readonly taken: number }, Refused>({
  name: 'store.charged_back',
  isMoneyOut: false,

  async read({ input }, within) {
    const facts = await readOrderFacts(input.subject, within);
    const held: Held[] = [];
    for (const item of facts.items) if (item.ended === null) held.push({ item, left: await readLeft(within, item) });
    const unpaid = sumUnpaid(await listRefunds(within.tx, within.tenantId, input.chargeId));
    return { ...facts, held, unpaid };
  },

  decide({ input, facts: { order, held, unpaid, gateway, losses } }) {
    if (!order) return err('card_problem');
    const to = { ledgerAccountId: gateway };
    const code = TRANSFER_CODE.adjustment;
    const postings: Posting<Refused>[] = [];
    let rest = input.amount - unpaid;
    for (const { item, left } of held) {
      const from = cardSide(item, order, 'adjustment');
      if (!from || left === 0n) continue;
      rest -= left;
      postings.push({ from, to, amount: left, code });
    }
    if (rest > 0n) postings.push({ from: { ledgerAccountId: losses }, to, amount: rest, code });
    // Unpaid refunds cover the whole charge: the money is on the gateway's account already, so nothing moves.
    const [first = { from: { ledgerAccountId: losses }, to, amount: 0n, code }, ...others] = postings;
    const taken = toDollars(held.reduce((sum, { left }) => sum + left, 0n));
    return ok({
      ...first,
      linked: others,
      refusals: { insufficient_funds: err('insufficient_funds') },
      effects: [
        chargebackOf(input, unpaid),
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
