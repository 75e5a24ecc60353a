import { useMemo } from 'react';
import { useBrand } from '../brand/brand.ts';
import {
  type ForeignAmount,
  foreignMoney,
  money,
  type MoneyParts,
  moneyParts,
  type Sign,
} from '@wattle/contract/rules/amounts.ts';
import { dateInWords, dayIn, dayInWords, relativeDay, timeIn } from '@wattle/contract/rules/dates.ts';
import { useStore } from '../observable.ts';
import { HIDDEN_AMOUNT, moneyIsHidden } from './hidden-money.ts';
import { useLanguage } from './use-texts.ts';

export type Format = {
  readonly money: (dollars: number, sign?: Sign) => string;
  /**
   * An amount that its reader owns: a balance, what is available or held, interest, a sum of spending. Dots while this
   * device hides it. Never for what is typed, reviewed or receipted, and for single movements.
   */
  readonly owned: (dollars: number) => string;
  /** An amount in another currency, with the sign of that. */
  readonly foreignMoney: (amount: ForeignAmount) => string;
  readonly moneyParts: (dollars: number, sign?: Sign) => MoneyParts;
  /** `26 Nov 2026`, in Chinese `2026年11月26日`. */
  readonly dateOf: (value: string) => string;
  readonly timeOf: (value: string) => string;
  readonly dayOf: (value: string) => string;
  readonly relativeDay: (value: string, now: string) => string;
  readonly dayInWords: (value: string, now: string) => string;
};

/** The formats in the language in use and in the brand's zone. */
export function useFormat(): Format {
  const language = useLanguage();
  const isHidden = useStore(moneyIsHidden);
  const { TimeZone: zone } = useBrand();
  return useMemo(
    () => ({
      money: (dollars, sign) => money(dollars, language, sign),
      owned: (dollars) => (isHidden ? HIDDEN_AMOUNT : money(dollars, language)),
      foreignMoney: (amount) => foreignMoney(amount, language),
      moneyParts: (dollars, sign) => moneyParts(dollars, language, sign),
      dateOf: (value) => dateInWords(value, language, zone),
      timeOf: (value) => timeIn(value, language, zone),
      dayOf: (value) => dayIn(value, zone),
      relativeDay: (value, now) => relativeDay(value, now, language, zone),
      dayInWords: (value, now) => dayInWords(value, now, language, zone),
    }),
    [language, zone, isHidden],
  );
}
