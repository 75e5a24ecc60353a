import { describe, expect, it } from 'vitest';
import { maskPan } from './mask-pan.domain.ts';

describe('a masked card number', () => {
  it('keeps the first 6 and the last 4 digits, in groups of 4', () => {
    expect(maskPan('9036000000000017')).toBe('9036 00•• •••• 0017');
    expect(maskPan('9036001000000000012')).toBe('9036 00•• •••• •••0 012');
  });
});
