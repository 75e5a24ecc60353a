import { useMemo } from 'react';
import { dateFormat } from '@wattle/contract/rules/intl-formats.ts';
import { LANGUAGE_TAG } from '@wattle/contract/rules/languages.ts';
import { useLanguage } from '../../i18n/use-texts.ts';
import { folded, type ListOption } from './list-options.ts';

type MonthNames = {
  /** `3`, labelled `March`. */
  readonly options: readonly ListOption[];
  /** Number of a month that was typed by name; any other text unchanged. */
  readonly numberFor: (typed: string) => string;
};

/** Months in the current language. */
export function useMonthNames(): MonthNames {
  const tag = LANGUAGE_TAG[useLanguage()];
  return useMemo(() => {
    const namesOf = (style: 'long' | 'short') => {
      const format = dateFormat(tag, { month: style, timeZone: 'UTC' });
      return Array.from({ length: 12 }, (_, index) => format.format(Date.UTC(2001, index, 1)));
    };
    const long = namesOf('long');
    const short = namesOf('short');
    return {
      options: long.map((name, index) => ({ value: String(index + 1), label: String(index + 1), hint: name })),
      numberFor: (typed) => {
        const name = folded(typed);
        const at = [long, short].map((names) => names.findIndex((each) => folded(each) === name)).find((i) => i >= 0);
        return at === undefined ? typed : String(at + 1);
      },
    };
  }, [tag]);
}
