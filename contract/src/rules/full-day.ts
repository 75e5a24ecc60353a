import { dateFormat } from './intl-formats.ts';
import { LANGUAGE_TAG, type Language } from './languages.ts';

/** `Monday 1 February 2027`, with the year always shown; in Chinese 2027年2月1日星期一. */
export function fullDay(day: string, language: Language): string {
  return dateFormat(LANGUAGE_TAG[language], {
    timeZone: 'UTC',
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    year: 'numeric',
  })
    .format(new Date(`${day}T12:00:00Z`))
    .replace(',', '');
}
