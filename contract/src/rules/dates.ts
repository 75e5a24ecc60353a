import { calendarDay } from './calendar-day.ts';
import { dateFormat, relativeFormat } from './intl-formats.ts';
import { LANGUAGE_TAG, type Language } from './languages.ts';

/**
 * Days and times as a reader of this language writes them, in the brand's zone. `now` is always
 * handed in: business time belongs to the server.
 */
function instantOf(value: string): Date {
  // A date without a time means that day everywhere: noon keeps it from shifting to another day in another zone.
  return new Date(value.length === 10 ? `${value}T12:00:00Z` : value);
}

/** The day of an instant in a zone, as `2026-11-20`. A plain date stays as it is. */
export function dayIn(value: string, timeZone: string): string {
  if (value.length === 10) return value;
  return calendarDay(instantOf(value), timeZone);
}

/** A date as screens show it: `26 Nov 2026`, in Chinese `2026年11月26日`. */
export function dateInWords(value: string, language: Language, timeZone: string): string {
  return dateFormat(LANGUAGE_TAG[language], {
    timeZone: 'UTC',
    day: 'numeric',
    month: 'short',
    year: 'numeric',
  }).format(instantOf(dayIn(value, timeZone)));
}

/** A date by the brand's pattern, such as `dd/MM/yy`: for tables and files in English. */
export function dateBy(pattern: string, value: string, timeZone: string): string {
  const [year = '', month = '', day = ''] = dayIn(value, timeZone).split('-');
  return pattern.replace('yyyy', year).replace('yy', year.slice(2)).replace('MM', month).replace('dd', day);
}

const DAY_MS = 86_400_000;

/** Whole days from one day to another; negative when `day` lies in the past of `today`. */
export function daysBetween(today: string, day: string): number {
  return Math.round((Date.parse(`${day}T00:00:00Z`) - Date.parse(`${today}T00:00:00Z`)) / DAY_MS);
}

function capitalised(text: string, language: Language): string {
  return text.charAt(0).toLocaleUpperCase(LANGUAGE_TAG[language]) + text.slice(1);
}

/**
 * `Today`, `Yesterday`, else the day in words, without a sentence around it: `19 Nov`, with the year where it is
 * another one.
 */
export function relativeDay(value: string, now: string, language: Language, timeZone: string): string {
  return capitalised(relativeDayWithin(value, now, language, timeZone), language);
}

/** The same within a sentence: `today`. */
export function relativeDayWithin(value: string, now: string, language: Language, timeZone: string): string {
  const day = dayIn(value, timeZone);
  const today = dayIn(now, timeZone);
  const days = daysBetween(today, day);
  if (days === 0 || days === -1) {
    return relativeFormat(LANGUAGE_TAG[language], { numeric: 'auto' }).format(days, 'day');
  }
  const isThisYear = day.slice(0, 4) === today.slice(0, 4);
  return dateFormat(LANGUAGE_TAG[language], {
    timeZone: 'UTC',
    day: 'numeric',
    month: 'short',
    ...(isThisYear ? {} : { year: 'numeric' }),
  }).format(instantOf(day));
}

/** `Friday 20 November`, for a heading over the rows of a day. */
export function dayInWords(value: string, now: string, language: Language, timeZone: string): string {
  const day = dayIn(value, timeZone);
  const isThisYear = day.slice(0, 4) === dayIn(now, timeZone).slice(0, 4);
  return dateFormat(LANGUAGE_TAG[language], {
    timeZone: 'UTC',
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    ...(isThisYear ? {} : { year: 'numeric' }),
  })
    .format(instantOf(day))
    .replace(',', '');
}

/** `30`, as a leaf of a calendar has it, in every language: Chinese writes a unit behind it, `30日`, elsewhere. */
export const dayOfMonth = (day: string): string => String(Number(day.slice(8, 10)));

/** `6:42 pm`. */
export function timeIn(value: string, language: Language, timeZone: string): string {
  return dateFormat(LANGUAGE_TAG[language], { timeZone, hour: 'numeric', minute: '2-digit' }).format(instantOf(value));
}

/** `AEDT`: the name of the zone's time at an instant. */
export function zoneNameAt(value: string, language: Language, timeZone: string): string {
  const format = dateFormat(LANGUAGE_TAG[language], { timeZone, timeZoneName: 'short' });
  return format.formatToParts(instantOf(value)).find(({ type }) => type === 'timeZoneName')?.value ?? timeZone;
}

/** `09/29`, as printed on the card, from `2029-09`. */
export function expiry(yearAndMonth: string): string {
  const [year = '', month = ''] = yearAndMonth.split('-');
  return `${month}/${year.slice(2)}`;
}
