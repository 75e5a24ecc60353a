import { passesLuhn } from './luhn.ts';
import { checkTaxFileNumber } from './tax-file-number.ts';

/** Digits, in groups as people type them. */
const RUNS = /\d(?:[ -]?\d)*/g;
const LEAST = 13;
const MOST = 19;
const FIRST_SHOWN = 6;
const LAST_SHOWN = 4;

/** Position of card numbers in a text: 13 to 19 digits, in groups or not, that pass Luhn. */
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

/** The end of the longest card number that begins with a given group. */
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

/** Whether someone has typed a card number, alone or within a text. */
export function holdsCardNumber(text: string): boolean {
  return cardNumbersIn(text).length > 0;
}

/** The text with the first 6 and last 4 digits of each card number in it; `filler` replaces each digit between. */
export function maskCardNumbers(text: string, filler = '•'): string {
  return maskSome(text, filler, () => true);
}

/** The same where a card number begins with one of these prefixes. */
export function maskPrefixed(text: string, prefixes: readonly string[], filler = '•'): string {
  return maskSome(text, filler, (digits) => prefixes.some((prefix) => digits.startsWith(prefix)));
}

function maskSome(text: string, filler: string, isMasked: (digits: string) => boolean): string {
  let done = 0;
  const pieces = cardNumbersIn(text).map(({ start, end }) => {
    const number = text.slice(start, end);
    const count = number.replace(/\D/g, '').length;
    let nth = 0;
    const shown = number.replace(/\d/g, (digit) => {
      nth += 1;
      return nth <= FIRST_SHOWN || nth > count - LAST_SHOWN ? digit : filler;
    });
    const piece = text.slice(done, start) + (isMasked(number.replace(/\D/g, '')) ? shown : number);
    done = end;
    return piece;
  });
  return pieces.join('') + text.slice(done);
}

const TAX_DIGITS_SHOWN = 3;
/** Nine digits as a tax file number is written, in threes or not, and not part of a longer number or an amount. */
const NINE_DIGITS = /(?<![\d•*$.,]|\d[ -])\d{3}([ -]?)\d{3}\1\d{3}(?![\d•*]|[ .,-]\d)/g;

/** The text with the last 3 digits of each tax file number in it. */
function maskTaxFileNumbers(text: string, filler: string): string {
  return text.replace(NINE_DIGITS, (number) =>
    checkTaxFileNumber(number) === null ? hidden(number, -TAX_DIGITS_SHOWN, filler) : number,
  );
}

const hidden = (number: string, shown: number, filler: string) =>
  number.slice(0, shown).replace(/\d/g, filler) + number.slice(shown);

/** Words that people write, with their card numbers and tax file numbers masked. */
export function maskNumbers(words: string, filler = '•'): string {
  return maskTaxFileNumbers(maskCardNumbers(words, filler), filler);
}

/** Whether the reference of a bill may be a tax file number: 8 or 9 digits that pass its check. */
function isTaxFileNumber(reference: string): boolean {
  return /^\d{8,9}$/.test(reference) && checkTaxFileNumber(reference) === null;
}

/** Whether the reference of a bill is kept sealed and shown masked: a card number or a tax file number. */
export function isPrivateReference(reference: string): boolean {
  return holdsCardNumber(reference) || isTaxFileNumber(reference);
}

/** Reference of a bill as lists show it. */
export function maskReference(reference: string, filler = '•'): string {
  return isTaxFileNumber(reference) ? hidden(reference, -TAX_DIGITS_SHOWN, filler) : maskCardNumbers(reference, filler);
}

/** A reference as lists show one that is a card number, `411111••••••1111`, or a tax file number, `••••••782`. */
export const MASKED_REFERENCE = /^(?:\d{6}•{3,9}\d{4}|•{5,6}\d{3})$/;
