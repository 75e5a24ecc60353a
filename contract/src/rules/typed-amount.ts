import { inPlainForm } from './typed-text.ts';

/** Digits of an amount, and its decimals: commas part thousands and nothing else, so that `12,50` is no 1,250. */
const AMOUNT = /^\$?(\d{1,9}|\d{1,3}(?:,\d{3}){1,2})?(?:\.(\d{0,2}))?\$?$/;

/**
 * Whole cents of an amount in dollars that someone typed, never by way of a float. Spaces, a dollar sign and commas
 * between thousands go. Null where it is no amount: it has a sign, a second point, or a comma elsewhere.
 */
export function amountInCents(typed: string): number | null {
  // The point key of a Chinese keyboard writes 。.
  const plain = inPlainForm(typed).replace(/\s/g, '').replace('。', '.');
  const match = AMOUNT.exec(plain);
  if (!match) return null;
  const [, whole = '', decimals = ''] = match;
  if (whole === '' && decimals === '') return null;
  return Number(whole.replaceAll(',', '') || '0') * 100 + Number(decimals.padEnd(2, '0'));
}
