/**
 * Amounts as they are typed, in dollars, and the whole cents that they mean. Never a float: 0.1 and
 * 0.2 are 10 and 20 here.
 */
export type AmountRange = { readonly minCents?: number | undefined; readonly maxCents?: number | undefined };

export type AmountProblem = 'empty' | 'notANumber' | 'notAboveZero' | 'belowMinimum' | 'aboveMaximum';

/** Full-width digits of a Chinese keyboard become plain ones; spaces and a dollar sign do not matter. */
function plain(typed: string): string {
  return typed.normalize('NFKC').replace(/[\s$]/gu, '').replace('−', '-');
}

/**
 * Cents of a typed amount: an optional sign, digits, at most two decimals. Commas may stand where
 * they part thousands and nowhere else, so that `12,50` is no 1,250. Null when it is no amount.
 */
export function centsOf(typed: string): number | null {
  const match = /^([+-]?)(\d{1,9}|\d{1,3}(?:,\d{3}){1,2})?(?:\.(\d{0,2}))?$/.exec(plain(typed));
  if (!match) return null;
  const [, sign = '', whole = '', decimals = ''] = match;
  if (whole === '' && decimals === '') return null;
  const cents = Number(whole.replaceAll(',', '') || '0') * 100 + Number(decimals.padEnd(2, '0'));
  return sign === '-' && cents > 0 ? -cents : cents;
}

/** Whole cents as they stand in the field: `1234.50`. */
export function amountText(cents: number): string {
  const whole = Math.trunc(Math.abs(cents) / 100);
  return `${cents < 0 ? '-' : ''}${whole}.${String(Math.abs(cents) % 100).padStart(2, '0')}`;
}

/** More decimals than money has, in what is otherwise an amount: such a key is not taken. */
export function hasTooManyDecimals(typed: string): boolean {
  return /^[+-]?[\d,]*\.\d{3,}$/.test(plain(typed));
}

export function checkAmount(typed: string, { minCents, maxCents }: AmountRange): AmountProblem | null {
  if (typed.trim() === '') return 'empty';
  const cents = centsOf(typed);
  if (cents === null) return 'notANumber';
  if (cents <= 0) return 'notAboveZero';
  if (minCents !== undefined && cents < minCents) return 'belowMinimum';
  if (maxCents !== undefined && cents > maxCents) return 'aboveMaximum';
  return null;
}

/** One step up or down from what is typed, within the range; from an empty field it is the least amount. */
export function stepped(typed: string, stepCents: number, direction: 1 | -1, range: AmountRange): number {
  const { minCents = 0, maxCents = Number.MAX_SAFE_INTEGER } = range;
  const from = centsOf(typed);
  const to = from === null ? minCents || (direction > 0 ? stepCents : 0) : from + direction * stepCents;
  return Math.min(Math.max(to, minCents), maxCents);
}
