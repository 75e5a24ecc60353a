import { inPlainLatin } from './plain-latin.ts';

/** Characters that a direct-entry file can carry. `[`, `]` and `^` are not among them. */
const CHARACTERS = "A-Za-z0-9 +\\-@$!%&()*./#=:;?,'_";

/** A text that has only characters of direct entry. */
export const DIRECT_ENTRY = new RegExp(`^[${CHARACTERS}]*$`);

/** A text that stays with us: printable ASCII without square brackets and caret. */
export const PAYMENT_TEXT = /^[\x20-\x5a\x5c\x5f-\x7e]*$/;

const OTHERS = new RegExp(`[^${CHARACTERS}]`, 'gu');

/**
 * A text of a payment as it is sent: `Zoë O’Brien – Oct…` is `Zoe O'Brien - Oct...`. Form, call and file fold with it.
 * A character without a form in direct entry stays, so that a rule can refuse it.
 */
export function foldToDirectEntry(text: string): string {
  return inPlainLatin(text);
}

/** The same without outer spaces: a name or a description. */
export function paymentText(typed: string): string {
  return foldToDirectEntry(typed).trim();
}

/**
 * The first character of a typed text that its fold keeps and no payment can carry, else the first that no file can
 * carry; empty without one.
 */
export function notCarried(text: string): string {
  if (DIRECT_ENTRY.test(foldToDirectEntry(text))) return '';
  const segments = new Intl.Segmenter(undefined, { granularity: 'grapheme' }).segment(text);
  const signs = [...new Set(Array.from(segments, ({ segment }) => segment))];
  const outside = (carried: RegExp) => signs.find((sign) => !carried.test(foldToDirectEntry(sign)));
  return outside(PAYMENT_TEXT) ?? outside(DIRECT_ENTRY) ?? '';
}

/** A text in the characters of direct entry, for a file: other characters become a blank. */
export function toDirectEntry(text: string): string {
  return foldToDirectEntry(text).replace(OTHERS, ' ');
}
