import { err, ok } from '@wattle/contract/errors.ts';
import { TRANSFER_CODE } from '../../ledger/ledger.ts';
import { openLedger } from '../../ledger/open-ledger.ts';
import { type Cents, toDollars } from '../../platform/money.ts';
import { productTexts } from '../../platform/texts.ts';
import { askRefundLater } from '../gateway/public.ts';
import { paymentKind } from '../payments/public.ts';
import { ending } from './end-items.ts';
import { findItem, findOrder, type ItemEnd, type ItemRow, type OrderRow } from './order.store.ts';

export type TakingBack = { readonly itemId: bigint; readonly as: Exclude<ItemEnd, 'chargedBack'> };

type Facts = {
  readonly order: OrderRow | undefined;
  readonly item: ItemRow | undefined;
  readonly available: Cents;
  readonly gateway: bigint;
};

const ledger = openLedger();

/** A card of an order is taken back: it is closed, and what is left on it goes back to the card that paid. */
export const takeBack = paymentKind<
  TakingBack,
  Facts,
  { readonly amount: number },
  'card_problem' | 'insufficient_funds'
>({
  name: 'store.taken_back',
  isMoneyOut: false,

  async read({ input }, { tx, tenantId }) {
    const item = await findItem(tx, tenantId, input.itemId);
    const order = item && (await findOrder(tx, tenantId, item.order_id));
    const account = item?.ledger_account_id ?? undefined;
    const balance = account === undefined ? undefined : await ledger.balance(tx, tenantId, account);
    const available = balance ? balance.balance - balance.held : 0n;
    return { order, item, available, gateway: await ledger.settlementAccount(tx, tenantId, 'gateway') };
  },

  decide({ input, facts: { order, item, available, gateway } }) {
    if (!order?.charge_id || !item?.ledger_account_id || item.member_account_id === null) return err('card_problem');
    if (item.ended !== null) return err('card_problem');
    const chargeId = order.charge_id;
    // What came onto it later by other ways stays with the programme's desk.
    const left = available < item.amount ? available : item.amount;
    const amount = left > 0n ? left : 0n;
    return ok({
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
      effects: [ending({ orderId: order.id, items: [item], as: input.as })],
      // Spent meanwhile: it is asked for again and takes what is left then.
      refusals: { insufficient_funds: err('insufficient_funds') },
      writes({ ctx, tx, tenantId }) {
        if (amount === 0n) return;
        const refund = { tenantId, chargeId, amount, key: `store-item:${item.id}`, reason: input.as };
        askRefundLater(tx, refund, { business: ctx.clocks.business.now(), security: ctx.clocks.security.now() });
      },
      answer: () => ({ amount: toDollars(amount) }),
    });
  },
});
