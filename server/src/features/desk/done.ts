import { money } from '@wattle/contract/rules/amounts.ts';
import { DEFAULT_LANGUAGE } from '@wattle/contract/rules/languages.ts';
import { dateInWords } from '@wattle/contract/rules/dates.ts';
import type { DeskCommand, DeskRow, Done } from './desk-command.ts';

/** For a command that was carried out and found nothing. */
const NOTHING: Done = { words: 'There was nothing to do.' };

/** End of a command in words, by its answer. A command that only looks has its rows and no words. */
export function doneOf(
  { done }: Pick<DeskCommand, 'done'>,
  input: unknown,
  rows: readonly DeskRow[],
): Done | undefined {
  if (!done) return undefined;
  const [first] = rows;
  const { words, reference, next, isList } = first ? done(first as never, input as never, rows as never) : NOTHING;
  return {
    words: words.charAt(0).toUpperCase() + words.slice(1),
    ...(reference !== undefined && reference !== '' && { reference }),
    ...(next !== undefined && { next }),
    ...(isList && { isList }),
  };
}

/** Dollars of an answer as they are read: `1234.50` as "$1,234.50". A sentence says itself which way they went. */
export const inDollars = (dollars: string): string => money(Math.abs(Number(dollars)), DEFAULT_LANGUAGE);

/** Whether an answer's amount is zero. */
export const isNothing = (dollars: string): boolean => Number(dollars) === 0;

/** An account number in groups of three, as it is read out. */
export const inGroups = (account: string): string => account.replaceAll(/(\d{3})(?=\d)/g, '$1 ');

/** A day as it is read: `2026-11-30` as "30 Nov 2026". */
export const inDays = (day: string): string => dateInWords(day, DEFAULT_LANGUAGE, 'UTC');

/** "1 card", "3 cards", "no cards". */
export function counted(count: number, one: string, many = `${one}s`): string {
  if (count === 0) return `no ${many}`;
  return count === 1 ? `1 ${one}` : `${count} ${many}`;
}
