import { expect, it } from 'vitest';
import { holdsCardNumber } from './given-input.domain.ts';

it.each([
  ['9036000000000017', true],
  ['card 9036 0000 0000 0017, please', true],
  ['9036-0010-0000-0000-123', true],
  ['200100017', false],
  // An id whose last groups have 16 and 19 digits in a row.
  ['a1b2c3d4-e5f6-4a7b-8123-123456789012', false],
  ['a1b2c3d4-e5f6-412a-0123-123456789012', false],
  ['a1b2c3d4-e5f6-4a7b-8123-123456789012 and 9036000000000017', true],
])('%s holds a card number: %s', (text, expected) => {
  expect(holdsCardNumber(text)).toBe(expected);
});
