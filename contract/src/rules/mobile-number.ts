import * as z from 'zod/mini';
import { digitsText } from './typed-text.ts';

/**
 * A phone number without separators, as `0400000001` or `+61400000001`. The 0 of `+61 (0)400…` goes, and 00 and
 * Australia's 0011 before a country are a plus sign.
 */
export function phoneText(typed: string): string {
  return digitsText(typed)
    .replace(/^(\+|00)(\d{1,3})\(0\)/, '$1$2')
    .replace(/[()/]/g, '')
    .replace(/^(0011|00)/, '+');
}

/** Digits with the separators that people write, at least as many as the shortest number has. */
const WRITTEN = /[+(]*\p{Nd}(?:[\s()./\p{Pd}]*\p{Nd}){5,}/gu;

/** The one phone number of a text that is pasted into a form, `Mobile: 0400 000 001`; otherwise the text as it is. */
export function phoneInPaste(pasted: string): string {
  const found = pasted.match(WRITTEN) ?? [];
  return /\p{L}/u.test(pasted) && found.length === 1 ? (found[0] ?? pasted) : pasted;
}

const phone = () => z.overwrite<string>(phoneText);

/**
 * A mobile number. Whether a text message reaches it is for the server to say: the numbering plans of all countries are
 * 34 kB in gzip, and those of two countries with their code 10 kB.
 */
export const mobileNumber = z.string().check(phone(), z.regex(/^(\+\d{8,15}|\d{10,12})$/, 'mobilePhoneValid'));

/** A further phone number; empty: none. */
export const homePhone = z.string().check(phone(), z.regex(/^(\+\d{8,15}|\d{6,11})?$/, 'phoneValid'));
