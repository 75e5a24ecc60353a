import { inPlainForm } from './typed-text.ts';

/** Digits of an amount, and its decimals: commas part thousands and nothing else, so `12,50` does not mean 1,250. */
const AMOUNT = /^\$?(\d{1,9}|\d{1,3}(?:,\d{3}){1,2})?(?:\.(\d{0,2}))?\$?$/;

/** A typed amount with plain digits and signs. The point key of a Chinese keyboard writes 。, an Arabic one ٫ and ٬. */
export function plainAmount(typed: string): string {
  return inPlainForm(typed).replace(/\s/g, '').replace(/[。٫]/g, '.').replaceAll('٬', ',');
}

/**
 * Whole cents of an amount in dollars that someone typed, never by way of a float. Spaces, a dollar sign and commas
 * between thousands are dropped. Null if it is not an amount: it has a sign, a second point, a comma elsewhere or a
 * third decimal.
 */
export function amountInCents(typed: string): number | null {
  const match = AMOUNT.exec(plainAmount(typed));
  if (!match) return null;
  const [, whole = '', decimals = ''] = match;
  if (whole === '' && decimals === '') return null;
  return Number(whole.replaceAll(',', '') || '0') * 100 + Number(decimals.padEnd(2, '0'));
}
