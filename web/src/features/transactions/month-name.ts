import { dateFormat } from '@wattle/contract/rules/intl-formats.ts';
import { LANGUAGE_TAG, MONTH_FORM } from '@wattle/contract/rules/languages.ts';
import { useLanguage } from '../../i18n/use-texts.ts';

/** `November` or `Nov` of a plain date, in the language in use. */
export function useMonthName(month: 'long' | 'short'): (date: string) => string {
  const language = useLanguage();
  const form = month === 'long' ? MONTH_FORM[language] : month;
  const names = dateFormat(LANGUAGE_TAG[language], { timeZone: 'UTC', month: form });
  return (date) => names.format(new Date(`${date}T12:00:00Z`));
}
