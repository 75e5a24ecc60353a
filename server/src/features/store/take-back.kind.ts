import { err, ok, type Result } from '@wattle/contract/errors.ts';
import type { AppContext } from '../../compose/context.ts';
import { TRANSFER_CODE } from '../../ledger/ledger.ts';
import { openLedger } from '../../ledger/open-ledger.ts';
import { type Cents, toDollars } from '../../platform/money.ts';
import { askRefundLater } from '../gateway/public.ts';
import { paymentKind } from '../payments/public.ts';
import { endingCards } from './end-items.ts';
import { cardSide, readLeft } from './order-money.ts';
import { findItem, findOrder, type ItemEnd, type ItemRow, type OrderRow } from './order.store.ts';

export type TakingBack = {
  readonly itemId: bigint;
  readonly as: Exclude<ItemEnd, 'chargedBack'>;
  /** Takes only this amount, under its own key. The card stays as it is. */
  readonly part?: { readonly amount: Cents; readonly key: string };
};

type Facts = {
  readonly order: OrderRow | undefined;
  readonly item: ItemRow | undefined;
  readonly left: Cents;
  readonly gateway: bigint;
};

const ledger = openLedger();

/** Key of one take-back, at the payments engine and at the gateway. */
export const takeBackKey = ({ itemId, part }: TakingBack): string =>
  part ? `store-item:${itemId}:${part.key}` : `store-item:${itemId}`;

/** Withdraws a card of an order: it is closed, and its remainder is refunded to the paying card. */
export const takeBack = paymentKind<
  TakingBack,
  Facts,
  { readonly amount: number },
  'card_problem' | 'insufficient_funds'
>({
  name: 'store.taken_back',
  isMoneyOut: false,

  async read({ input }, within) {
    const { tx, tenantId } = within;
    const item = await findItem(tx, tenantId, input.itemId);
    const order = item && (await findOrder(tx, tenantId, item.order_id));
    const left = item ? await readLeft(within, item) : 0n;
    return { order, item, left, gateway: await ledger.settlementAccount(tx, tenantId, 'gateway') };
  },

  decide({ input, facts: { order, item, left, gateway } }) {
    const from = order && item && cardSide(item, order, 'adjustment');
    if (!from || order.charge_id === null || item.ended !== null) return err('card_problem');
    const chargeId = order.charge_id;
    const amount = input.part?.amount ?? left;
    if (amount > left) return err('insufficient_funds');
    const as = input.part ? 'inPart' : input.as;
    return ok({
      from,
      to: { ledgerAccountId: gateway },
      amount,
      code: TRANSFER_CODE.adjustment,
      effects: [endingCards({ orderId: order.id, taken: [{ item, left, amount }], as })],
      // Spent meanwhile: it is repeated, and takes the remainder of that moment.
      refusals: { insufficient_funds: err('insufficient_funds') },
      writes({ ctx, tx, tenantId }, { transferId }) {
        if (amount === 0n) return;
        const refund = { tenantId, chargeId, amount, key: takeBackKey(input), reason: input.as, transferId };
        askRefundLater(tx, refund, { business: ctx.clocks.business.now(), security: ctx.clocks.security.now() });
      },
      answer: () => ({ amount: toDollars(amount) }),
    });
  },
});

const TRIES = 5;

/**
 * Withdraws a card of an order, or refunds a part of its remainder. If a purchase comes between reading and taking the
 * remainder, the rest is taken. A card is withdrawn once, whatever the cause.
 */
export async function takeCardBack(
  ctx: Pick<AppContext, 'payments'>,
  given: TakingBack & { readonly tenantId: number; readonly actor: string; readonly requestId: string },
): Promise<Result<{ readonly amount: number }, 'card_problem'>> {
  const { tenantId, actor, requestId, itemId, as, part } = given;
  const input: TakingBack = { itemId, as, ...(part && { part }) };
  for (let tried = 0; tried < TRIES; tried += 1) {
    const taken = await ctx.payments.submit({
      tenantId,
      kind: takeBack,
      key: takeBackKey(input),
      actor,
      requestId,
      input,
      isRetryable: true,
    });
    if (taken.ok) return taken;
    if (taken.error !== 'insufficient_funds') break;
  }
  return { ok: false, error: 'card_problem' };
}
