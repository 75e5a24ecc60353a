import { judgeBasket } from '@wattle/contract/rules/basket.ts';
import { dayOf } from '@wattle/contract/rules/typed-date.ts';
import type { OrderedCard, StoreProduct } from '@wattle/contract/store/store.ts';
import { delivery, gift } from '@wattle/contract/store/store.ts';
import { checkAddress } from '../../ui/fields/address-draft.ts';
import { amountInCents } from '@wattle/contract/rules/typed-amount.ts';
import { checkAmount } from '../../ui/fields/typed-amount.ts';

export const FIELD_NAMES = [
  'product',
  'amount',
  'whose',
  'recipientName',
  'senderName',
  'email',
  'message',
  'when',
  'day',
  'deliveryName',
  'way',
  'search',
  'line1',
  'line2',
  'suburb',
  'state',
  'postcode',
  'country',
] as const;
export type CardFieldName = (typeof FIELD_NAMES)[number];
export type CardValues = Readonly<Record<CardFieldName, string>>;
export type CardProblems = Partial<Record<CardFieldName, string>>;

/** Amounts are cents. */
export type CardRules = {
  readonly product: StoreProduct;
  readonly today: string;
  readonly lastGiftDay: string;
  /** Amounts loaded on the other cards of the basket. */
  readonly others: readonly number[];
  readonly maximumCards: number;
  readonly maximumTotal: number;
};

const FIELD_OF_WIRE: Readonly<Record<string, CardFieldName>> = {
  RecipientName: 'recipientName',
  SenderName: 'senderName',
  Email: 'email',
  Message: 'message',
  Name: 'deliveryName',
  AddressLine1: 'line1',
  AddressLine2: 'line2',
  Suburb: 'suburb',
  State: 'state',
  PostCode: 'postcode',
  CountryCode: 'country',
};

const AMOUNT = {
  empty: 'errorAmount',
  notANumber: 'nan',
  notAboveZero: 'gtZero',
  belowMinimum: 'gtLimitAmount',
  aboveMaximum: 'ltLimitAmount',
} as const;

/** Problems of a card: keys of the validation texts, or `day`, `tooManyCards`, `tooMuchMoney`. */
export function checkCard(values: CardValues, rules: CardRules): CardProblems {
  const { product } = rules;
  const wrongAmount = checkAmount(values.amount, {
    minCents: Math.round(product.MinimumAmount * 100),
    maxCents: Math.round(product.MaximumAmount * 100),
  });
  const problems: CardProblems = {};
  if (wrongAmount !== null) problems.amount = AMOUNT[wrongAmount];
  else problems.amount = judgeBasket([...rules.others, amountInCents(values.amount) ?? 0], rules) ?? '';
  if (problems.amount === '') delete problems.amount;
  const card = orderedCardOf(values, product);
  if (card.Gift) {
    addProblems(problems, gift.safeParse({ ...card.Gift, DeliverOn: null }));
    const isOnDay = values.when === 'day' && product.Kind === 'virtual';
    const day = dayOf(values.day);
    const isPossible = day !== null && day > rules.today && day <= rules.lastGiftDay;
    if (isOnDay && !isPossible) problems.day = 'day';
  }
  if (card.Delivery) {
    const wrong = checkAddress(values);
    if (Object.keys(wrong).length > 0) Object.assign(problems, wrong);
    const parsed = delivery.safeParse(card.Delivery);
    // If a search found no address, only that problem is shown for it.
    addProblems(problems, parsed, values.way === 'search' ? ['deliveryName'] : undefined);
  }
  return problems;
}

type Parsed = ReturnType<typeof gift.safeParse> | ReturnType<typeof delivery.safeParse>;

function addProblems(problems: CardProblems, parsed: Parsed, only?: readonly CardFieldName[]): void {
  for (const { path, message } of parsed.error?.issues ?? []) {
    const field = FIELD_OF_WIRE[String(path.at(-1))];
    if (field && (!only || only.includes(field)) && problems[field] === undefined) problems[field] = message;
  }
}

/** The card as it is ordered. */
export function orderedCardOf(values: CardValues, product: StoreProduct): OrderedCard {
  const isVirtual = product.Kind === 'virtual';
  return {
    ProductId: product.ProductId,
    Amount: (amountInCents(values.amount) ?? 0) / 100,
    Gift:
      values.whose === 'gift'
        ? {
            RecipientName: values.recipientName,
            SenderName: values.senderName,
            Email: values.email,
            Message: values.message,
            DeliverOn: isVirtual && values.when === 'day' ? dayOf(values.day) : null,
          }
        : null,
    Delivery: isVirtual
      ? null
      : {
          Name: values.deliveryName,
          Address: {
            AddressLine1: values.line1,
            AddressLine2: values.line2,
            Suburb: values.suburb,
            State: values.state,
            PostCode: values.postcode,
            CountryCode: values.country,
          },
        },
  };
}
