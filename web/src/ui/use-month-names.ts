import { useMemo } from 'react';
import { LANGUAGE_TAG } from '@wattle/contract/rules/languages.ts';
import { useLanguage } from '../i18n/use-texts.ts';
import { folded, type ListOption } from './list-options.ts';

type MonthNames = {
  /** `3`, with `March` beside it. */
  readonly options: readonly ListOption[];
  /** The number of a month that was typed by its name; any other text as it is. */
  readonly numberFor: (typed: string) => string;
};

/** The months in the language in use. */
export function useMonthNames(): MonthNames {
  const tag = LANGUAGE_TAG[useLanguage()];
  return useMemo(() => {
    const namesOf = (style: 'long' | 'short') => {
      const format = new Intl.DateTimeFormat(tag, { month: style, timeZone: 'UTC' });
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
