import { describe, expect, it } from 'vitest';
import { isFeatureOn } from './features.domain.ts';

describe('a feature', () => {
  it.each([
    [[{}, {}, {}], true],
    [[{}, {}, { bpay: true }], true],
    [[{ bpay: false }, {}, { bpay: true }], false],
    [[{}, { bpay: false }, { bpay: true }], false],
    [[{ bpay: true }, { bpay: true }, { bpay: false }], false],
    [[{ topUp: false }, {}, { bpay: true }], true],
    [[], true],
  ])('with levels %j is on: %s', (levels, expected) => {
    expect(isFeatureOn('bpay', levels)).toBe(expected);
  });
});
