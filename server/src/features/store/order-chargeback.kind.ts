import { err, ok } from '@wattle/contract/errors.ts';
import { TRANSFER_CODE } from '../../ledger/ledger.ts';
import { openLedger } from '../../ledger/open-ledger.ts';
import { type Cents, toDollars } from '../../platform/money.ts';
import { productTexts } from '../../platform/texts.ts';
import { type Charge, chargebackOf } from '../gateway/public.ts';
import { paymentKind, type Posting } from '../payments/public.ts';
import { ending } from './end-items.ts';
import { findOrder, type ItemRow, listItems, type OrderRow } from './order.store.ts';

type Held = { readonly item: ItemRow; readonly available: Cents };
type Facts = {
  readonly order: OrderRow | undefined;
  readonly held: readonly Held[];
  readonly gateway: bigint;
  /** The programme's own, which bears what is spent already. */
  readonly programme: bigint;
};

/** `not_found`: the charge was settled or given back meanwhile. */
type Refused = 'card_problem' | 'not_found';

const ledger = openLedger();

/** The bank of whoever paid an order has taken the charge back: its cards are closed and what is left on them is taken. */
export const orderChargeback = paymentKind<Charge, Facts, { readonly taken: number }, Refused>({
  name: 'store.charged_back',
  isMoneyOut: false,

  async read({ input: { subject } }, { tx, tenantId }) {
    const id = BigInt(subject);
    const order = await findOrder(tx, tenantId, id);
    const held: Held[] = [];
    for (const item of await listItems(tx, tenantId, id)) {
      if (item.ended !== null || item.ledger_account_id === null) continue;
      const balance = await ledger.balance(tx, tenantId, item.ledger_account_id);
      held.push({ item, available: balance ? balance.balance - balance.held : 0n });
    }
    const gateway = await ledger.settlementAccount(tx, tenantId, 'gateway');
    const programme = await ledger.settlementAccount(tx, tenantId, 'fees');
    return { order, held, gateway, programme };
  },

  decide({ input, facts: { order, held, gateway, programme } }) {
    if (!order) return err('card_problem');
    const postings: Posting<Refused>[] = [];
    let rest = input.amount;
    for (const { item, available } of held) {
      const amount = available < rest ? available : rest;
      if (amount <= 0n || item.ledger_account_id === null || item.member_account_id === null) continue;
      rest -= amount;
      postings.push({
        from: {
          ledgerAccountId: item.ledger_account_id,
          memberAccountId: item.member_account_id,
          ifClosed: 'card_problem',
          kind: 'adjustment',
          description: productTexts(order.language, 'store')['takenBack'] ?? '',
        },
        to: { ledgerAccountId: gateway },
        amount,
        code: TRANSFER_CODE.adjustment,
        // A purchase may have come between: the bank has taken the money already.
        forced: true,
      });
    }
    if (rest > 0n)
      postings.push({
        from: { ledgerAccountId: programme },
        to: { ledgerAccountId: gateway },
        amount: rest,
        code: TRANSFER_CODE.adjustment,
        forced: true,
      });
    const [first, ...others] = postings;
    if (!first) return err('card_problem');
    const taken = toDollars(input.amount - rest);
    return ok({
      ...first,
      linked: others,
      effects: [
        chargebackOf(input),
        ending({ orderId: order.id, items: held.map(({ item }) => item), as: 'chargedBack' }),
      ],
      answer: () => ({ taken }),
    });
  },
});
