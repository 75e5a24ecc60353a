import { amountInCents, plainAmount } from '@wattle/contract/rules/typed-amount.ts';
import { isBlank } from '@wattle/contract/rules/typed-text.ts';

/** Typed amounts in dollars as integer cents. Never a float: 0.1 and 0.2 are 10 and 20 here. */
export type AmountRange = { readonly minCents?: number | undefined; readonly maxCents?: number | undefined };

export type AmountProblem = 'empty' | 'notANumber' | 'notAboveZero' | 'belowMinimum' | 'aboveMaximum';

/** Cents in the format of the field: `1234.50`. */
export function amountText(cents: number): string {
  const whole = Math.trunc(Math.abs(cents) / 100);
  return `${cents < 0 ? '-' : ''}${whole}.${String(Math.abs(cents) % 100).padStart(2, '0')}`;
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

/** End of the buttons of a field without its own maximum. */
export const DEFAULT_MAXIMUM_CENTS = 1_000_000;

/** One step up or down from the typed amount, within the range; from an empty field the minimum. */
export function stepped(typed: string, stepCents: number, direction: 1 | -1, range: AmountRange): number {
  const { minCents = 0, maxCents = DEFAULT_MAXIMUM_CENTS } = range;
  const from = amountInCents(typed);
  const to = from === null ? minCents || (direction > 0 ? stepCents : 0) : from + direction * stepCents;
  return Math.min(Math.max(to, minCents), maxCents);
}

/** An amount as its field shows it, with commas between thousands. Any other text is unchanged. */
export function groupedAmount(text: string): string {
  const match = /^(\d{4,9})(\.\d*)?$/.exec(text);
  if (!match) return text;
  const [, whole = '', decimals = ''] = match;
  return whole.replace(/\B(?=(\d{3})+$)/g, ',') + decimals;
}

const withoutCommas = (text: string) => text.replaceAll(',', '');

/**
 * A typed or pasted amount without commas, spaces and `$`; any other text stays, so that the check of the form refuses
 * it.
 */
function ungrouped(typed: string): string {
  return amountInCents(typed) === null ? typed : plainAmount(typed).replace(/[,$]/g, '');
}

export type TypedAmount = {
  /** Without commas, as stored by the form. */
  readonly plain: string;
  /** Text and caret of the field. */
  readonly shown: string;
  readonly caret: number;
};

type Typing = {
  /** Amount before this input, without commas. */
  readonly before: string;
  readonly text: string;
  readonly caret: number;
  readonly inputType: string;
};

/**
 * Amount and caret after typing, pasting or deleting. A comma that someone typed is kept, so `12,50` does not become
 * 1,250.
 */
export function typeAmount({ before, text, caret, inputType }: Typing): TypedAmount {
  const shownBefore = groupedAmount(before);
  const hasGroups = shownBefore !== before;
  const [head, tail] = [text.slice(0, caret), text.slice(caret)];
  let [left, right] = [head, tail];
  if (hasGroups) {
    // What both texts begin with was there before, and its commas are ours.
    let same = 0;
    while (same < head.length && head[same] === shownBefore[same]) same += 1;
    left = withoutCommas(head.slice(0, same)) + ungrouped(head.slice(same));
    right = withoutCommas(tail);
  } else if (amountInCents(text) !== null) {
    const plain = ungrouped(text);
    right = plainAmount(tail).replace(/[,$]/g, '');
    left = plain.slice(0, Math.max(0, plain.length - right.length));
    right = plain.slice(left.length);
  }
  if (left + right === before && inputType.startsWith('delete') && hasGroups) {
    // Only a comma was deleted, which means the digit on its other side.
    if (inputType.endsWith('Forward')) right = right.slice(1);
    else left = left.slice(0, -1);
  }
  return shownAt(left + right, left.length);
}

/** An amount with the caret behind so many of its characters. */
function shownAt(plain: string, left: number): TypedAmount {
  const shown = groupedAmount(plain);
  if (shown === plain) return { plain, shown, caret: left };
  let caret = 0;
  for (let passed = 0; passed < left; caret += 1) if (shown[caret] !== ',') passed += 1;
  return { plain, shown, caret };
}
