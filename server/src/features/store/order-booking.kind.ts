import { err, ok } from '@wattle/contract/errors.ts';
import { TRANSFER_CODE } from '../../ledger/ledger.ts';
import { openLedger } from '../../ledger/open-ledger.ts';
import { productTexts } from '../../platform/texts.ts';
import { bookingOf, type Charge } from '../gateway/public.ts';
import { paymentKind, type Posting } from '../payments/public.ts';
import { issuing } from './issue-cards.ts';
import { findOrder, type ItemRow, listItems, type OrderRow } from './order.store.ts';

type Facts = {
  readonly order: OrderRow | undefined;
  readonly items: readonly ItemRow[];
  readonly gateway: bigint;
  readonly fees: bigint;
};

/** `not_found`: the charge was settled or given back meanwhile. */
type Refused = 'card_problem' | 'not_found';

const ledger = openLedger();

/** The charge that pays an order: its cards are loaded and issued, and the fee is taken, or none of it. */
export const orderBooking = paymentKind<Charge, Facts, { readonly number: string }, Refused>({
  name: 'store.order',
  isMoneyOut: false,

  async read({ input: { subject } }, { tx, tenantId }) {
    const id = BigInt(subject);
    const order = await findOrder(tx, tenantId, id);
    const items = await listItems(tx, tenantId, id);
    const gateway = await ledger.settlementAccount(tx, tenantId, 'gateway');
    const fees = await ledger.settlementAccount(tx, tenantId, 'fees');
    return { order, items, gateway, fees };
  },

  decide({ input, facts: { order, items, gateway, fees } }) {
    if (!order || order.state !== 'Placed') return err('card_problem');
    if (order.cards_total + order.fee !== input.amount) return err('card_problem');
    const loads = items.flatMap((item) => loadOf(item, order, gateway));
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
      effects: [bookingOf(input), issuing(order, items, input.chargeId)],
      answer: ({ number }) => ({ number }),
    });
  },
});

function loadOf(item: ItemRow, { language }: OrderRow, gateway: bigint): Posting<Refused>[] {
  const { ledger_account_id: ledgerAccountId, member_account_id: memberAccountId } = item;
  if (ledgerAccountId === null || memberAccountId === null || item.code_hash === null) return [];
  return [
    {
      from: { ledgerAccountId: gateway },
      to: {
        ledgerAccountId,
        memberAccountId,
        ifClosed: 'card_problem',
        kind: 'topUp',
        description: productTexts(language, 'store')['posted'] ?? '',
      },
      amount: item.amount,
      code: TRANSFER_CODE.topUp,
    },
  ];
}
