import type { CardBrand, CardWallet, Funding, PayerCard } from '../port.ts';

/** Item of a notice, as far as it tells the card. No signature covers these fields. */
export type CardData = {
  readonly pspReference: string;
  readonly paymentMethod?: string | undefined;
  readonly additionalData: Readonly<Record<string, unknown>>;
};

const FUNDING: Readonly<Record<string, Funding>> = {
  CHARGE: 'credit',
  CREDIT: 'credit',
  DEBIT: 'debit',
  PREPAID: 'prepaid',
  PREPAID_RELOADABLE: 'prepaid',
  PREPAID_NONRELOADABLE: 'prepaid',
};

const BRANDS: Readonly<Record<string, CardBrand>> = {
  visa: 'visa',
  mc: 'mastercard',
  amex: 'amex',
  eftpos_australia: 'eftpos',
};

const WALLETS: Readonly<Record<string, CardWallet>> = {
  applepay: 'applePay',
  googlepay: 'googlePay',
  samsungpay: 'other',
};

/**
 * Card of a payment. Fields that the settings of Adyen leave out are unknown. Where Adyen does
 * not tell the last digits they are 0000, so that the money is booked all the same.
 */
export function cardOf(item: CardData): PayerCard {
  const { pspReference, paymentMethod = '', additionalData } = item;
  const text = (name: string, form: RegExp): string | undefined => {
    const value = additionalData[name];
    return typeof value === 'string' && form.test(value) ? value : undefined;
  };
  const [, method = '', wallet = ''] = /^(\w*?)_?(applepay|googlepay|samsungpay)?$/.exec(paymentMethod) ?? [];
  const ending = text('untokenisedCardSummary', /^\d{4}$/) ?? text('cardSummary', /^\d{4}$/);
  const expires = lastMonth(text('expiryDate', /^\d{1,2}\/20\d\d$/));
  // Without an alias, cards of one method, ending and last month count as the same; without those, none does.
  const seen = ending === undefined ? pspReference : `${method}.${ending}.${expires ?? ''}`;
  const source = text('fundingSource', /^\w{1,40}$/);
  const country = text('cardIssuingCountry', /^[A-Z]{2}$/) ?? text('issuerCountry', /^[A-Z]{2}$/);
  const brand = text('cardPaymentMethod', /^\w{1,40}$/) ?? method;
  return {
    fingerprint: text('alias', /^[\w-]{1,100}$/) ?? seen,
    ending: ending ?? '0000',
    saved: savedAs(text, expires),
    funding: source === undefined ? undefined : (FUNDING[source] ?? 'unknown'),
    country,
    brand: brand === '' ? undefined : (BRANDS[brand] ?? 'other'),
    wallet: WALLETS[wallet],
  };
}

type TextOf = (name: string, form: RegExp) => string | undefined;

/** Saved card, if it was saved: whose it is and its id. */
function savedAs(text: TextOf, expires: string | undefined): PayerCard['saved'] {
  const id = text('tokenization.storedPaymentMethodId', ID) ?? text('recurring.recurringDetailReference', ID);
  const owner =
    text('tokenization.shopperReference', OWNER) ??
    text('recurring.shopperReference', OWNER) ??
    text('shopperReference', OWNER);
  if (id === undefined || owner === undefined || expires === undefined) return undefined;
  return { token: `${owner}:${id}`, expires };
}

const ID = /^\w{1,32}$/;
const OWNER = /^[\w.-]{3,66}$/;

/** Owner and id of the token of a saved card. */
export function readToken(token: string): { readonly owner: string; readonly id: string } | undefined {
  const [, owner, id] = /^([\w.-]{3,66}):(\w{1,32})$/.exec(token) ?? [];
  return owner !== undefined && id !== undefined ? { owner, id } : undefined;
}

/** `8/2028` as `2028-08`. */
function lastMonth(expiryDate: string | undefined): string | undefined {
  const [month = '', year = ''] = expiryDate?.split('/') ?? [];
  const ends = `${year}-${month.padStart(2, '0')}`;
  return /^20\d\d-(0[1-9]|1[0-2])$/.test(ends) ? ends : undefined;
}
