import { digitsInPaste, digitsText } from '@wattle/contract/rules/typed-text.ts';

/** How the digits of a number stand in its field: a card's in fours, a BSB as `062-000`. */
export type Groups = { readonly size: number; readonly gap: string };
export const IN_FOURS: Groups = { size: 4, gap: ' ' };
export const IN_THREES: Groups = { size: 3, gap: ' ' };
export const AS_BSB: Groups = { size: 3, gap: '-' };

/** Digits in their groups. A text that is not digits alone stays: a masked number, a letter to be told of. */
export function grouped(text: string, groups: Groups | undefined): string {
  if (groups === undefined || !/^\d+$/.test(text)) return text;
  const parts = text.match(new RegExp(`\\d{1,${groups.size}}`, 'g')) ?? [];
  return parts.join(groups.gap);
}

export type TypedNumber = {
  /** Without groups: what the form keeps. */
  readonly plain: string;
  /** As the field shows it, and the caret in it. */
  readonly shown: string;
  readonly caret: number;
};

type Typing = {
  /** Number before this typing, without groups. */
  readonly before: string;
  readonly text: string;
  readonly caret: number;
  readonly inputType: string;
  /** How many digits a whole number has; of pasted words the one number of such a length is taken. */
  readonly lengths: readonly number[];
  /** Letters belong to it, so that no words are dropped. */
  readonly takesLetters: boolean;
  readonly groups: Groups | undefined;
};

/** Number and caret after something was typed, pasted or deleted in its field. */
export function typeNumber({ before, text, caret, inputType, lengths, takesLetters, groups }: Typing): TypedNumber {
  let plain = takesLetters ? digitsText(text) : digitsInPaste(text, lengths);
  // Counted from the end: words that a paste brings along stand before the caret.
  let left = Math.max(0, plain.length - digitsText(text.slice(caret)).length);
  if (plain === before && inputType.startsWith('delete')) {
    // A gap alone was deleted: what is meant is the digit on its other side.
    const isForward = inputType.endsWith('Forward');
    const at = isForward ? left : left - 1;
    if (at >= 0) plain = plain.slice(0, at) + plain.slice(at + 1);
    if (!isForward) left = Math.max(0, left - 1);
  }
  const shown = grouped(plain, groups);
  return { plain, shown, caret: grouped(plain, groups) === plain ? left : placeOf(left, groups) };
}

/** Place in grouped digits that has so many digits before it, in front of a gap. */
function placeOf(left: number, groups: Groups | undefined): number {
  if (groups === undefined || left === 0) return left;
  return left + Math.floor((left - 1) / groups.size) * groups.gap.length;
}
