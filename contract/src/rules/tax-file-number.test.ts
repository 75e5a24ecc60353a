import { describe, expect, it } from 'vitest';
import { checkTaxFileNumber } from './tax-file-number.ts';

describe('a tax file number', () => {
  // 1×10 + 2×7 + 3×8 + 4×4 + 5×6 + 6×3 + 7×5 + 8×2 + 2×1 = 165 = 15 × 11.
  it.each(['123456782', '123 456 782'])('accepts %s with nine digits', (typed) => {
    expect(checkTaxFileNumber(typed)).toBeNull();
  });

  // 3×10 + 7×7 + 1×8 + 1×4 + 8×6 + 6×3 + 2×5 + 9×1 = 176 = 16 × 11.
  it('accepts 37118629 with eight digits', () => {
    expect(checkTaxFileNumber('37118629')).toBeNull();
  });

  it.each(['123456783', '000000000', '00000000'])('rejects %s by its checksum', (typed) => {
    expect(checkTaxFileNumber(typed)).toBe('taxFileNumberValid');
  });

  it.each(['', '1234567', '1234567890', '12345678a'])('rejects "%s" by its length', (typed) => {
    expect(checkTaxFileNumber(typed)).toBe('taxFileNumberLengthValid');
  });
});
