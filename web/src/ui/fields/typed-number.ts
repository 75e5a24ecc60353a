import { digitsInPaste, digitsText } from '@wattle/contract/rules/typed-text.ts';

/** Format of a number in its field: a card in fours, a BSB as `062-000`. */
export type Groups = { readonly size: number; readonly gap: string };
export const IN_FOURS: Groups = { size: 4, gap: ' ' };
export const IN_THREES: Groups = { size: 3, gap: ' ' };
export const AS_BSB: Groups = { size: 3, gap: '-' };

/** Digits in groups. A text with other characters is unchanged: a masked number, or a letter that the check reports. */
export function grouped(text: string, groups: Groups | undefined): string {
  if (groups === undefined || !/^\d+$/.test(text)) return text;
  const parts = text.match(new RegExp(`\\d{1,${groups.size}}`, 'g')) ?? [];
  return parts.join(groups.gap);
}

export type TypedNumber = {
  /** Without groups, as stored by the form. */
  readonly plain: string;
  /** Text and caret of the field. */
  readonly shown: string;
  readonly caret: number;
};

type Typing = {
  /** Number before this input, without groups. */
  readonly before: string;
  readonly text: string;
  readonly caret: number;
  readonly inputType: string;
  /** Lengths of a complete number; from pasted text the one number with such a length is taken. */
  readonly lengths: readonly number[];
  /** True: letters are permitted, so no words are dropped. */
  readonly takesLetters: boolean;
  readonly groups: Groups | undefined;
};

/** Number and caret after typing, pasting or deleting in the field. */
export function typeNumber({ before, text, caret, inputType, lengths, takesLetters, groups }: Typing): TypedNumber {
  let plain = takesLetters ? digitsText(text) : digitsInPaste(text, lengths);
  // Counted from the end, because dropped words of a paste precede the caret.
  let left = Math.max(0, plain.length - digitsText(text.slice(caret)).length);
  if (plain === before && inputType.startsWith('delete')) {
    // Only a gap was deleted, which means the digit on its other side.
    const isForward = inputType.endsWith('Forward');
    const at = isForward ? left : left - 1;
    if (at >= 0) plain = plain.slice(0, at) + plain.slice(at + 1);
    if (!isForward) left = Math.max(0, left - 1);
  }
  const shown = grouped(plain, groups);
  return { plain, shown, caret: grouped(plain, groups) === plain ? left : placeOf(left, groups) };
}

/** Position in grouped digits after a number of digits, before a gap. */
function placeOf(left: number, groups: Groups | undefined): number {
  if (groups === undefined || left === 0) return left;
  return left + Math.floor((left - 1) / groups.size) * groups.gap.length;
}
