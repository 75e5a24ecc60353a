import { expect, test } from 'vitest';
import { codeIn } from './code-in.ts';

test.each([
  ['', 6, ''],
  ['123', 6, '123'],
  ['135 790', 6, '135790'],
  ['135-790', 6, '135790'],
  [' 135–790 ', 6, '135790'],
  // A Chinese keyboard's full-width digits.
  ['１３５７９０', 6, '135790'],
  ['Your code is 135790. It lasts 10 minutes.', 6, '135790'],
  ['您的访问码是 135 790', 6, '135790'],
  ['1357901', 6, '135790'],
  ['48265', 4, '4826'],
  ['aB3-xY9', 6, 'aB3xY9'],
])('takes from “%s” the code of %i characters “%s”', (typed, length, code) => {
  expect(codeIn(typed, length)).toBe(code);
});
