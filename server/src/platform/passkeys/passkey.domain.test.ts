import { describe, expect, it } from 'vitest';
import { isCounterCredible } from './passkey.domain.ts';

describe('the counter of an authenticator', () => {
  it.each([
    [0, 0, true],
    [0, 1, true],
    [7, 8, true],
    [7, 700, true],
    [7, 7, false],
    [7, 6, false],
    // An authenticator that has counted once never returns to 0, so this is another one.
    [7, 0, false],
  ])('from %i to %i is credible: %s', (before, now, isCredible) => {
    expect(isCounterCredible(before, now)).toBe(isCredible);
  });
});
