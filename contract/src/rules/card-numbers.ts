import { passesLuhn } from './luhn.ts';

/** Digits, in groups as people type them. */
const RUNS = /\d(?:[ -]?\d)*/g;
const LEAST = 13;
const MOST = 19;
const FIRST_SHOWN = 6;
const LAST_SHOWN = 4;

/** Where a text holds a card number: 13 to 19 digits, in groups or not, that pass Luhn. */
function cardNumbersIn(text: string): readonly { readonly start: number; readonly end: number }[] {
  return [...text.matchAll(RUNS)].flatMap(({ 0: run, index }) => {
    const groups = [...run.matchAll(/\d+/g)].map((group) => ({
      start: index + group.index,
      end: index + group.index + group[0].length,
    }));
    const found = [];
    for (let first = 0; first < groups.length; first += 1) {
      const last = lastOfNumber(text, groups, first);
      if (last === undefined) continue;
      found.push({ start: groups[first]?.start ?? 0, end: groups[last]?.end ?? 0 });
      first = last;
    }
    return found;
  });
}

/** The last of the groups that make up a card number from one of them on, as many as do. */
function lastOfNumber(
  text: string,
  groups: readonly { readonly start: number; readonly end: number }[],
  first: number,
): number | undefined {
  let digits = '';
  let last: number | undefined;
  for (let at = first; at < groups.length && digits.length <= MOST; at += 1) {
    digits += text.slice(groups[at]?.start, groups[at]?.end);
    if (digits.length >= LEAST && digits.length <= MOST && passesLuhn(digits)) last = at;
  }
  return last;
}

/** Whether somebody has typed a card number, alone or within a text. */
export function holdsCardNumber(text: string): boolean {
  return cardNumbersIn(text).length > 0;
}

/** The text with the first 6 and last 4 digits of each card number in it; `filler` stands for each digit between. */
export function maskCardNumbers(text: string, filler = '•'): string {
  return maskSome(text, filler, () => true);
}

/** The same where a card number begins with one of these prefixes. */
export function maskPrefixed(text: string, prefixes: readonly string[], filler = '•'): string {
  return maskSome(text, filler, (digits) => prefixes.some((prefix) => digits.startsWith(prefix)));
}

function maskSome(text: string, filler: string, isMasked: (digits: string) => boolean): string {
  return cardNumbersIn(text).reduce((masked, { start, end }) => {
    const number = masked.slice(start, end);
    const digits = number.replace(/\D/g, '');
    if (!isMasked(digits)) return masked;
    const count = digits.length;
    let nth = 0;
    const shown = number.replace(/\d/g, (digit) => {
      nth += 1;
      return nth <= FIRST_SHOWN || nth > count - LAST_SHOWN ? digit : filler;
    });
    return masked.slice(0, start) + shown + masked.slice(end);
  }, text);
}

/** A reference as lists show one that is a card number: `411111••••••1111`. */
export const MASKED_REFERENCE = /^\d{6}•{3,9}\d{4}$/;
