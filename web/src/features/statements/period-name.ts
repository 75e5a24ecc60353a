import { dateFormat } from '@wattle/contract/rules/intl-formats.ts';
import { LANGUAGE_TAG } from '@wattle/contract/rules/languages.ts';
import { useLanguage, useTexts } from '../../i18n/use-texts.ts';

export type PeriodNames = {
  /** `October 2026`, in the language in use. */
  readonly monthOf: (day: string) => string;
  /** `October 2026`, or `July 2026 to December 2026` where there are several months. */
  readonly periodOf: (from: string, to: string) => string;
};

export function usePeriodNames(): PeriodNames {
  const t = useTexts('statements');
  const language = useLanguage();
  const names = dateFormat(LANGUAGE_TAG[language], { timeZone: 'UTC', month: 'long', year: 'numeric' });
  const monthOf = (day: string) => names.format(new Date(`${day}T12:00:00Z`));
  return {
    monthOf,
    periodOf: (from, to) => {
      const [first, last] = [monthOf(from), monthOf(to)];
      return first === last ? first : t('range', { from: first, to: last });
    },
  };
}
