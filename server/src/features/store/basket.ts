import { err, ok, type Result } from '@wattle/contract/errors.ts';
import { judgeBasket } from '@wattle/contract/rules/basket.ts';
import { checkDateOfBirth } from '@wattle/contract/rules/date-of-birth.ts';
import type { OrderedCard } from '@wattle/contract/store/store.ts';
import { toCents } from '../../platform/money.ts';
import { type Brand, wrongAddressField } from '../brands/public.ts';
import type { SoldProduct } from './catalogue.store.ts';
import { isGiftDay } from './gift-day.domain.ts';
import type { NewItem } from './order.store.ts';

type Refused = 'required_field' | 'outside_load_limits' | 'card_problem';

type Rules = {
  readonly brand: Brand;
  readonly sold: readonly SoldProduct[];
  /** The business day. */
  readonly today: string;
  readonly giftMonthsAhead: number;
};

/** Whether someone born on a day (`yyyy-MM-dd`) is old enough to buy. */
export function isOfAge(bornOn: string, { brand, today }: Pick<Rules, 'brand' | 'today'>): boolean {
  const [year, month, day] = bornOn.split('-');
  const rule = { today, minimumAge: brand.settings.StoreMinimumAge };
  return checkDateOfBirth(`${day}/${month}/${year}`, rule).problem === null;
}

/** The items of a basket as they are ordered, or its first fault. */
export function judgeOrder(cards: readonly OrderedCard[], rules: Rules): Result<NewItem[], Refused> {
  const { settings } = rules.brand;
  const limits = { maximumCards: settings.MaximumCardPurchaseNum, maximumTotal: settings.StoreMaximumTotal };
  const amounts = cards.map(({ Amount }) => Math.round(Amount * 100));
  if (judgeBasket(amounts, limits) !== null) return err('outside_load_limits', 'Items');
  const items: NewItem[] = [];
  for (const card of cards) {
    const judged = judgeCard(card, rules);
    if (!judged.ok) return judged;
    items.push(judged.value);
  }
  return ok(items);
}

function judgeCard(card: OrderedCard, { sold, today, giftMonthsAhead }: Rules): Result<NewItem, Refused> {
  const product = sold.find(({ id }) => id === card.ProductId);
  if (!product) return err('card_problem', 'ProductId');
  const cents = Math.round(card.Amount * 100);
  const isWhole = Math.abs(card.Amount * 100 - cents) < 1e-6;
  if (!isWhole || cents < product.sold.minimum || cents > product.sold.maximum)
    return err('outside_load_limits', 'Amount');
  const isVirtual = product.kind === 'virtual';
  const { Gift: gift, Delivery: delivery } = card;
  if (isVirtual !== (delivery === null)) return err('required_field', 'Delivery');
  const wrong = delivery && wrongAddressField(delivery.Address);
  if (wrong) return err('required_field', wrong);
  const day = gift?.DeliverOn ?? null;
  if (day !== null && (!isVirtual || !isGiftDay(day, today, giftMonthsAhead)))
    return err('required_field', 'DeliverOn');
  return ok({
    productId: product.id,
    amount: toCents(card.Amount),
    recipientName: gift?.RecipientName ?? null,
    recipientEmail: gift?.Email ?? null,
    senderName: gift?.SenderName ?? null,
    message: gift?.Message ?? null,
    deliverOn: day,
    delivery,
  });
}
