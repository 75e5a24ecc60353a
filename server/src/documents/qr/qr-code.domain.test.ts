import { expect, test } from 'vitest';
import { readQr } from '../../../test-support/read-qr.ts';
import { makeQrCode } from './qr-code.domain.ts';
import { correctionOf, multiply } from './reed-solomon.domain.ts';

// Lengths at which each version begins and ends: bytes of level M, by the table of the standard.
test.each([1, 14, 15, 26, 27, 42, 43, 62, 63, 84, 85, 106])('a text of %i bytes is read back', (length) => {
  const text = 'https://cards.example/wattle/cardActivate/'.repeat(3).slice(0, length);
  const { size, isDark } = makeQrCode(text);
  expect(readQr(size, isDark)).toBe(text);
});

test('takes the smallest version: 84 bytes are of the fifth, 85 of the sixth', () => {
  expect(makeQrCode('a'.repeat(84)).size).toBe(17 + 5 * 4);
  expect(makeQrCode('a'.repeat(85)).size).toBe(17 + 6 * 4);
});

test('a text that no version takes is refused', () => {
  expect(() => makeQrCode('a'.repeat(181))).toThrow(RangeError);
});

test('the correction of a block makes it divisible: each root of the generator gives 0', () => {
  const data = [64, 86, 134, 134, 151, 34];
  const words = [...data, ...correctionOf(data, 10)];
  let root = 1;
  for (let count = 0; count < 10; count += 1) {
    expect(words.reduce((sum, word) => multiply(sum, root) ^ word, 0)).toBe(0);
    root = multiply(root, 2);
  }
});

// The example of the standard's annex: version 1-M, "01234567" as digits.
test('the correction is that of the standard’s example', () => {
  const data = [0x10, 0x20, 0x0c, 0x56, 0x61, 0x80, 0xec, 0x11, 0xec, 0x11, 0xec, 0x11, 0xec, 0x11, 0xec, 0x11];
  expect(correctionOf(data, 10)).toEqual([0xa5, 0x24, 0xd4, 0xc1, 0xed, 0x36, 0xc7, 0x87, 0x2c, 0x55]);
});
