import { inPlainForm } from './typed-text.ts';
import { type DateParts, daysInMonth, numberWithin } from './date-of-birth.ts';

/** The parts of a date in the order in which a language writes them. The browser's own language does not count. */
export type DateOrder = readonly (keyof DateParts)[];
export const DAY_FIRST: DateOrder = ['day', 'month', 'year'];
export const YEAR_FIRST: DateOrder = ['year', 'month', 'day'];

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const LENGTHS: Readonly<Record<keyof DateParts, number>> = { day: 2, month: 2, year: 4 };
const FIRST_YEAR = 1000;
const LAST_YEAR = 9999;

const two = (value: number) => String(value).padStart(2, '0');

/** The parts of a date as the wire has it or as it was typed: `2027-02-01`, `1/2/2027`, half of it `1//`. */
export function partsOfDate(written: string): DateParts {
  const [year = '', month = '', day = ''] = written.split('-');
  if (month !== '') return { day, month, year };
  const [typedDay = '', typedMonth = '', typedYear = ''] = written.split('/');
  return { day: typedDay, month: typedMonth, year: typedYear };
}

/** A typed date: empty while nothing is typed. */
export function dateOfParts({ day, month, year }: DateParts): string {
  return day === '' && month === '' && year === '' ? '' : `${day}/${month}/${year}`;
}

/** The day of a typed date, as `2027-02-01`; null while it names none. */
export function dayOf(written: string): string | null {
  const parts = partsOfDate(written);
  const year = numberWithin(parts.year, FIRST_YEAR, LAST_YEAR);
  const month = numberWithin(parts.month, 1, 12);
  const day = numberWithin(parts.day, 1, daysInMonth(month, year));
  return year === null || month === null || day === null ? null : `${year}-${two(month)}-${two(day)}`;
}

/** The number of a month that was typed by its name, in English or in the language in use. */
export function monthOf(name: string, names: readonly string[] = []): string | undefined {
  const folded = name.toLowerCase();
  const at = names.findIndex((each) => each.toLowerCase() === folded);
  const inEnglish = folded.length < 3 ? -1 : MONTHS.indexOf(folded.slice(0, 3));
  const found = at >= 0 ? at : inEnglish;
  return found < 0 ? undefined : String(found + 1);
}

const isDay = (parts: DateParts) => dayOf(dateOfParts(parts)) !== null;

function partsBy(order: DateOrder, values: readonly string[]): DateParts {
  const at = (part: keyof DateParts) => values[order.indexOf(part)] ?? '';
  return { day: at('day'), month: at('month'), year: at('year') };
}

/**
 * The date in what someone pasted: `1 February 2027`, `01/02/2027`, `2027-02-01`, `2027年2月1日`, `01022027`. Numbers are
 * day, month, year, or year first where that has four digits, never month first. Null if it is not a date.
 */
export function dateIn(pasted: string, order: DateOrder = DAY_FIRST): DateParts | null {
  const text = inPlainForm(pasted);
  const words = text.match(/\p{L}+|\d+/gu) ?? [];
  const numbers = words.filter((word) => /^\d+$/.test(word));
  const months = words.flatMap((word) => monthOf(word) ?? []);
  const [only = ''] = numbers;
  if (numbers.length === 1 && months.length === 0 && only.length === 8) {
    const cut = (by: DateOrder) => partsBy(by, by === YEAR_FIRST ? split(only, [4, 2, 2]) : split(only, [2, 2, 4]));
    const [first, other] = order === YEAR_FIRST ? [YEAR_FIRST, DAY_FIRST] : [DAY_FIRST, YEAR_FIRST];
    return [cut(first), cut(other)].find(isDay) ?? null;
  }
  const [first = '', second = '', third = ''] = numbers;
  const [month = ''] = months;
  if (months.length === 1 && numbers.length === 2) {
    return first.length === 4 ? { year: first, month, day: second } : { day: first, month, year: second };
  }
  if (months.length > 0 || numbers.length !== 3) return null;
  if (first.length === 4) return { year: first, month: second, day: third };
  return third.length === 4 || third.length === 2 ? { day: first, month: second, year: third } : null;
}

function split(text: string, lengths: readonly number[]): string[] {
  let at = 0;
  return lengths.map((length) => {
    at += length;
    return text.slice(at - length, at);
  });
}

/** A date after typing into a part, and the part with the focus next. */
export type TypedDate = { readonly parts: DateParts; readonly next: keyof DateParts };

/**
 * A date after one of its parts was typed: a date that was pasted whole fills all of them, a sign between parts leads
 * to the next one, and further digits go into the next part while that is empty.
 */
export function typePart(parts: DateParts, part: keyof DateParts, typed: string, order: DateOrder): TypedDate {
  const whole = dateIn(typed, order);
  if (whole) return { parts: whole, next: order.at(-1) ?? part };
  const text = inPlainForm(typed);
  const [own = '', ...rest] = text.split(/[^\p{L}\p{N}]+|(?<=\d)[年月日号]/u);
  const next = order[order.indexOf(part) + 1];
  if (rest.length > 0 && own !== '') {
    const more = rest.join('');
    const filled = { ...parts, [part]: own };
    if (next === undefined) return { parts: filled, next: part };
    return more === '' ? { parts: filled, next } : typePart(filled, next, more, order);
  }
  const room = LENGTHS[part];
  const isFull = /^\d+$/.test(own) && own.length > room;
  if (isFull && next !== undefined && parts[next] === '') {
    return typePart({ ...parts, [part]: own.slice(0, room) }, next, own.slice(room), order);
  }
  return { parts: { ...parts, [part]: own }, next: part };
}
