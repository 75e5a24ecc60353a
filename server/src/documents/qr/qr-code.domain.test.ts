import { expect, test } from 'vitest';
import { readQr } from '../../../test-support/files/read-qr.ts';
import { makeQrCode } from './qr-code.domain.ts';

// First and last lengths of each version: bytes of level M, by the table of the standard.
test.each([1, 14, 15, 26, 27, 42, 43, 62, 63, 84, 85, 106])('a text of %i bytes is decoded again', (length) => {
  const text = 'https://cards.example/wattle/cardActivate/'.repeat(3).slice(0, length);
  const { size, isDark } = makeQrCode(text);
  expect(readQr(size, isDark)).toBe(text);
});

test('the smallest version is used: the fifth for 84 bytes, the sixth for 85', () => {
  expect(makeQrCode('a'.repeat(84)).size).toBe(17 + 5 * 4);
  expect(makeQrCode('a'.repeat(85)).size).toBe(17 + 6 * 4);
});

test('a text that is too long for every version is refused', () => {
  expect(() => makeQrCode('a'.repeat(181))).toThrow(RangeError);
});
