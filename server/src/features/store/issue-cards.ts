import { err, ok } from '@wattle/contract/errors.ts';
import { nameOnCardOf } from '@wattle/contract/rules/name-on-card.ts';
import { monthAt } from '../../platform/time/clock.ts';
import {
  addCard,
  addDelivery,
  drawCardId,
  drawPrintedId,
  monthAfter,
  type NewNumber,
  numberFor,
} from '../cards/public.ts';
import type { Effect, Receipt, PaymentTransaction } from '../payments/public.ts';
import { giftMoment } from './gift-day.domain.ts';
import { saveIssued, saveItemIssued } from './order-changes.store.ts';
import { type ItemRow, lockOrder, type OrderRow } from './order.store.ts';

type Numbers = { readonly id: bigint; readonly number: NewNumber; readonly cardId: string };
type State = { readonly order: OrderRow['state'] | undefined; readonly numbers: readonly Numbers[] };

/** Name printed on a plastic card for its recipient; empty if none of it is Latin. */
function embossed(name = ''): string {
  const last = name.lastIndexOf(' ');
  return nameOnCardOf({ firstName: name.slice(0, Math.max(last, 0)), surname: name.slice(last + 1) });
}

async function drawNumbers({ ctx, tx, tenantId }: PaymentTransaction, { settings }: ItemRow): Promise<Numbers> {
  const like = { prefix: '', length: 16, ...settings.cardNumbers, taken: new Set<string>() };
  return {
    id: await drawCardId(tx),
    number: await numberFor(tx, ctx.secrets, settings, () => like),
    cardId: await drawPrintedId(tx, tenantId),
  };
}

/** Issues the cards of an order once, under its lock, for every way in which its charge is reported. */
export function issuingCards(
  order: OrderRow,
  items: readonly ItemRow[],
  chargeId: string,
): Effect<'card_problem', State> {
  return {
    lock: `store-order:${order.id}`,
    async read(within) {
      const locked = await lockOrder(within.tx, within.tenantId, order.id);
      const numbers: Numbers[] = [];
      for (const item of items) numbers.push(await drawNumbers(within, item));
      return { order: locked?.state, numbers };
    },
    decide({ order: state, numbers }) {
      if (state !== 'Placed') return err('card_problem');
      return ok({
        state: { order: 'Issued' as const, numbers },
        details: { order: String(order.id), cards: items.length },
        write(within, receipt) {
          for (const [index, item] of items.entries()) {
            const next = numbers[index];
            if (next) writeCard(within, { order, item, next, receipt });
          }
          saveIssued(within.tx, within.tenantId, order.id, {
            chargeId,
            number: receipt.number,
            at: receipt.at,
            secretsUntil: within.ctx.clocks.security.now() + within.ctx.config.store.secretsMs,
          });
        },
      });
    },
  };
}

type Writing = {
  readonly order: OrderRow;
  readonly item: ItemRow;
  readonly next: Numbers;
  readonly receipt: Receipt;
};

/** A virtual card is valid immediately, or from its gift day on. A plastic card is ordered from its maker. */
function writeCard({ ctx, tx, tenantId }: PaymentTransaction, { order, item, next, receipt }: Writing): void {
  const { settings, kind, delivery, deliver_on: day } = item;
  if (item.member_account_id === null || item.code_hash === null) throw new Error('an order was not prepared');
  const unlockAt = day === null ? null : giftMoment(day, ctx.config.store.giftHour);
  // The months of validity count from the day on which the card is given.
  const goodFrom = monthAt(Math.max(unlockAt ?? receipt.at, receipt.at));
  const isVirtual = kind === 'virtual';
  addCard(tx, ctx.secrets, next.id, {
    tenantId,
    brandId: order.brand_id,
    productId: item.product_id,
    memberAccountId: item.member_account_id,
    holderId: null,
    number: next.number,
    cardId: next.cardId,
    expiry: monthAfter(goodFrom, settings.validMonths),
    status: isVirtual ? (unlockAt === null ? 'Active' : 'NotIssued') : 'Ordered',
    cardName: item.product,
    embossedName: isVirtual ? '' : embossed(delivery?.Name),
    isDefault: true,
    ...(isVirtual ? { accessCodeHash: item.code_hash } : { activationCodeHash: item.code_hash }),
    activationCheck: settings.activation.check,
    createdAt: receipt.at,
  });
  if (delivery) addDelivery(tx, tenantId, next.id, delivery);
  saveItemIssued(tx, tenantId, item.id, { cardId: next.id, unlockAt });
}
