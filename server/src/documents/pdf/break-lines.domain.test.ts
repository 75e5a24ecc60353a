import fc from 'fast-check';
import { expect, test } from 'vitest';
import { breakLines } from './break-lines.domain.ts';

const width = (text: string) => [...text].length;

test.each<[string, string, number, string[]]>([
  ['what fits stays as it is', 'One line', 8, ['One line']],
  ['words go to the next line', 'one two three', 8, ['one two ', 'three']],
  ['a word that is too long is broken', 'a abcdefgh', 4, ['a ab', 'cdef', 'gh']],
  ['Chinese is broken between characters', '转账成功了', 3, ['转账成', '功了']],
  ['no Chinese mark starts a line', '转账成功，谢谢', 4, ['转账成', '功，谢谢']],
  ['no opening bracket ends one', '转账《成功》', 3, ['转账', '《成', '功》']],
  ['a line break is one', 'a\nb', 9, ['a', 'b']],
  ['nothing is one empty line', '', 5, ['']],
])('%s', (_, text, most, lines) => {
  expect(breakLines(text, most, width)).toEqual(lines);
});

test('breaking lines keeps every character except blanks, in order, in lines that fit', () => {
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom('a', 'bcd', ' ', '  ', '转', '，', '《', '🙂')),
      fc.integer({ min: 3, max: 9 }),
      (parts, most) => {
        const text = parts.join('');
        const lines = breakLines(text, most, width);
        expect(lines.join('').replaceAll(' ', '')).toBe(text.replaceAll(' ', ''));
        // A character stays together with its punctuation.
        for (const line of lines) if (!/[，《]/.test(line)) expect(width(line.trimEnd())).toBeLessThanOrEqual(most);
      },
    ),
  );
});
