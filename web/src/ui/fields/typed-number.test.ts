import { expect, test } from 'vitest';
import { AS_BSB, grouped, IN_FOURS, typeNumber } from './typed-number.ts';

const CARD = { lengths: [16, 19], groups: IN_FOURS, takesLetters: false } as const;
const NUMBER = '9036000010000090';

/** The caret is written as |. */
function typing(
  before: string,
  marked: string,
  inputType: string,
  more: Partial<Parameters<typeof typeNumber>[0]> = {},
) {
  const caret = marked.indexOf('|');
  const typed = typeNumber({ ...CARD, ...more, before, text: marked.replace('|', ''), caret, inputType });
  return `${typed.shown.slice(0, typed.caret)}|${typed.shown.slice(typed.caret)}`;
}

test('[20-a] keeps the caret when digits in the middle are deleted and typed', () => {
  expect(typing(NUMBER, '90|6 0000 1000 0090', 'deleteContentBackward')).toBe('90|60 0001 0000 090');
  expect(typing('906000010000090', '907|60 0001 0000 090', 'insertText')).toBe('907|6 0000 1000 0090');
  expect(typing('9076000010000090', '9078|6 0000 1000 0090', 'insertText')).toBe('9078| 6000 0100 0009 0');
});

test('a digit typed at the end of a group stays before the gap, and the next one after it', () => {
  expect(typing('903', '9036|', 'insertText')).toBe('9036|');
  expect(typing('9036', '90360|', 'insertText')).toBe('9036 0|');
  expect(typing('90360000', '90361| 0000', 'insertText')).toBe('9036 1|000 0');
});

test('deleting a gap also deletes the digit on its other side', () => {
  expect(typing(NUMBER, '9036|0000 1000 0090', 'deleteContentBackward')).toBe('903|0 0001 0000 090');
  expect(typing(NUMBER, '9036|0000 1000 0090', 'deleteContentForward')).toBe('9036| 0001 0000 090');
});

test('deleting a selection across a gap keeps the caret in place', () => {
  expect(typing(NUMBER, '90|00 1000 0090', 'deleteContentBackward')).toBe('90|00 1000 0090');
});

test('a pasted text is folded with its words, gaps and full-width digits, and the caret is after it', () => {
  expect(typing('', 'Card 9036–0000‑1000 0090|', 'insertFromPaste')).toBe('9036 0000 1000 0090|');
  expect(typing('', '９０３６００００１０００００９０|', 'insertFromPaste')).toBe('9036 0000 1000 0090|');
  expect(typing('', 'BSB 062–000|', 'insertFromPaste', { lengths: [6], groups: AS_BSB })).toBe('062-000|');
});

test('nothing is truncated, and letters stay visible for the check', () => {
  expect(grouped('1'.repeat(300), IN_FOURS).replaceAll(' ', '')).toHaveLength(300);
  expect(typing('90', '90O|', 'insertText')).toBe('90O|');
  expect(typing('12', '12a|', 'insertText', { takesLetters: true, groups: undefined })).toBe('12a|');
});
