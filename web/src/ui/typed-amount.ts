import { amountInCents } from '@wattle/contract/rules/typed-amount.ts';
import { inPlainForm, isBlank } from '@wattle/contract/rules/typed-text.ts';

/** Typed amounts in dollars as integer cents. Never a float: 0.1 and 0.2 are 10 and 20 here. */
export type AmountRange = { readonly minCents?: number | undefined; readonly maxCents?: number | undefined };

export type AmountProblem = 'empty' | 'notANumber' | 'notAboveZero' | 'belowMinimum' | 'aboveMaximum';

/** Cents in the format of the field: `1234.50`. */
export function amountText(cents: number): string {
  const whole = Math.trunc(Math.abs(cents) / 100);
  return `${cents < 0 ? '-' : ''}${whole}.${String(Math.abs(cents) % 100).padStart(2, '0')}`;
}

/** Whether an amount has too many decimals, so that the key is ignored. */
export function hasTooManyDecimals(typed: string): boolean {
  return /^[\d,$]*\.\d{3,}$/.test(inPlainForm(typed).replace(/\s/g, ''));
}

export function checkAmount(typed: string, { minCents, maxCents }: AmountRange): AmountProblem | null {
  if (isBlank(typed)) return 'empty';
  const cents = amountInCents(typed);
  if (cents === null) return 'notANumber';
  if (cents <= 0) return 'notAboveZero';
  if (minCents !== undefined && cents < minCents) return 'belowMinimum';
  if (maxCents !== undefined && cents > maxCents) return 'aboveMaximum';
  return null;
}

/** Where the buttons of a field without a maximum of its own end. */
export const DEFAULT_MAXIMUM_CENTS = 1_000_000;

/** One step up or down from the typed amount, within the range; from an empty field the minimum. */
export function stepped(typed: string, stepCents: number, direction: 1 | -1, range: AmountRange): number {
  const { minCents = 0, maxCents = DEFAULT_MAXIMUM_CENTS } = range;
  const from = amountInCents(typed);
  const to = from === null ? minCents || (direction > 0 ? stepCents : 0) : from + direction * stepCents;
  return Math.min(Math.max(to, minCents), maxCents);
}
