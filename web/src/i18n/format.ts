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
import { useLanguage } from './use-texts.ts';

export type Format = {
  readonly money: (dollars: number, sign?: Sign) => string;
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
  const { TimeZone: zone } = useBrand();
  return useMemo(
    () => ({
      money: (dollars, sign) => money(dollars, language, sign),
      foreignMoney: (amount) => foreignMoney(amount, language),
      moneyParts: (dollars, sign) => moneyParts(dollars, language, sign),
      dateOf: (value) => dateInWords(value, language, zone),
      timeOf: (value) => timeIn(value, language, zone),
      dayOf: (value) => dayIn(value, zone),
      relativeDay: (value, now) => relativeDay(value, now, language, zone),
      dayInWords: (value, now) => dayInWords(value, now, language, zone),
    }),
    [language, zone],
  );
}
