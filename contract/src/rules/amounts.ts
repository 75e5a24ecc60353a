import { numberFormat } from './intl-formats.ts';
import { LANGUAGE_TAG, type Language, SEPARATORS } from './languages.ts';

/** Amounts as a reader of this language writes them: a real minus sign, two decimals always. */
const MINUS = '−';

export type MoneyParts = { readonly sign: '' | '+' | '−'; readonly whole: string; readonly cents: string };
export type Sign = 'auto' | 'always' | 'never';

/** Dollars and cents of an amount without its sign: `2,486` and `.35`. */
function digitsOf(dollars: number, language: Language): readonly [whole: string, cents: string] {
  const { thousands, cents } = SEPARATORS[language];
  const digits = Math.abs(dollars).toFixed(2);
  return [digits.slice(0, -3).replaceAll(/\B(?=(?:\d{3})+$)/g, thousands), `${cents}${digits.slice(-2)}`];
}

/** An amount in dollars, cut where the cents begin: `$2,486` and `.35`. */
export function moneyParts(dollars: number, language: Language, sign: Sign = 'auto'): MoneyParts {
  const [whole, cents] = digitsOf(dollars, language);
  const signOf = dollars < 0 ? MINUS : sign === 'always' && dollars > 0 ? '+' : '';
  return { sign: sign === 'never' ? '' : signOf, whole: `$${whole}`, cents };
}

/** An amount in dollars with its two decimals: `$2,486.35`, `−$12.34`, `+$1,250.00`. */
export function money(dollars: number, language: Language, sign: Sign = 'auto'): string {
  const parts = moneyParts(dollars, language, sign);
  return `${parts.sign}${parts.whole}${parts.cents}`;
}

/** An amount in dollars without any sign, for a sentence: `2,486.35`. */
export function plainMoney(dollars: number, language: Language): string {
  return digitsOf(dollars, language).join('');
}

/** An amount in another currency, as a shop charges it. */
export type ForeignAmount = {
  /** In the smallest unit of the currency. */
  readonly Amount: number;
  readonly Currency: string;
  /** Digits behind the point. */
  readonly Exponent: number;
};

/** Signs that distinguish currencies: Australian English has only codes, and $ for its own. */
const FOREIGN_TAG = { ...LANGUAGE_TAG, enAU: 'en-GB' } as const satisfies Record<Language, string>;

/** An amount in another currency with its sign: `US$12.00`, `JP¥1,200`, `KWD 1.250`. */
export function foreignMoney({ Amount, Currency, Exponent }: ForeignAmount, language: Language): string {
  return numberFormat(FOREIGN_TAG[language], {
    style: 'currency',
    currency: Currency,
    minimumFractionDigits: Exponent,
    maximumFractionDigits: Exponent,
  }).format(unitsOf({ Amount, Exponent }));
}

/** The digits of an amount in another currency, for files that other programs read: `12.00`, `1200`. */
export function foreignDigits({ Amount, Exponent }: Omit<ForeignAmount, 'Currency'>): string {
  return unitsOf({ Amount, Exponent }).toFixed(Exponent);
}

function unitsOf({ Amount, Exponent }: Omit<ForeignAmount, 'Currency'>): number {
  return Amount / 10 ** Exponent;
}

/** An amount in dollars without its cents, for a picture: `$2,486`. */
export function wholeMoney(dollars: number, language: Language): string {
  const { sign, whole } = moneyParts(Math.round(dollars), language);
  return `${sign}${whole}`;
}
