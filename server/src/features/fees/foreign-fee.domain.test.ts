import { describe, expect, it } from 'vitest';
import { foreignFeeOf, heldFeeOf, NO_PARTS } from './foreign-fee.domain.ts';

/** Fees at 3% of amounts that are charged and refunded one after another. */
function feesOf(all: readonly number[], points = 300): number[] {
  let parts = NO_PARTS;
  return all.map((one) => {
    const fee = foreignFeeOf(parts, BigInt(one), points);
    parts = { cents: parts.cents + BigInt(one), fee: parts.fee + fee, points };
    return Number(fee);
  });
}

describe('the fee of a foreign purchase', () => {
  it.each<[string, readonly number[], readonly number[]]>([
    // 18.50 × 3% = 0.555, half a cent up.
    ['is rounded to a cent', [18_50], [56]],
    ['of a part below half a cent is nothing', [16], [0]],
    // 0.50 × 3% = 0.015; 1.00: 0.03; 1.50: 0.045: 2, 3 and 5 cents in all.
    ['of parts comes to that of their sum', [50, 50, 50], [2, 1, 2]],
    ['comes back whole with the whole', [18_50, -18_50], [56, -56]],
    // 10.00 costs 0.30; 6.67 stays: 0.2001; 3.34: 0.1002; 0: 0.
    ['comes back in proportion', [10_00, -3_33, -3_33, -3_34], [30, -10, -10, -10]],
    ['comes back no more than it was', [10_00, -12_00, -5_00], [30, -30, 0]],
    // After an earlier refund, only 4.00 remain to be charged.
    ['of a clearing that comes late is of what no refund gave back', [-6_00, 10_00], [0, 12]],
  ])('%s', (_what, all, fees) => {
    expect(feesOf(all)).toEqual(fees.map((fee) => (fee === 0 ? 0 : fee)));
  });

  it('is zero at 0%', () => {
    expect(feesOf([10_00, -10_00], 0)).toEqual([0, 0]);
  });

  it('charged and refunded in parts equals the fee of their sum, to the cent', () => {
    for (let seed = 1; seed <= 200; seed += 1) {
      const part = (n: number) => 1 + ((seed * 7919 * n) % 997);
      const all = [part(1), part(2), -part(3), part(4), -part(5), part(6)];
      const sum = all.reduce((a, b) => a + b, 0);
      const fee = feesOf(all, 275).reduce((a, b) => a + b, 0);
      // Half up, computed in ten-thousandths of a cent.
      expect(fee).toBe(sum <= 0 ? 0 : Math.floor((sum * 275 + 5_000) / 10_000));
    }
  });

  it('of the clearings of a hold is never more than the held fee', () => {
    for (let held = 1; held <= 300; held += 7) {
      for (let first = 1; first < held; first += 3) {
        const fees = feesOf([first, held - first], 299);
        expect(BigInt((fees[0] ?? 0) + (fees[1] ?? 0))).toBe(heldFeeOf(0n, BigInt(held), 299));
        expect(BigInt(fees[1] ?? 0)).toBe(heldFeeOf(BigInt(first), BigInt(held - first), 299));
      }
    }
    expect(heldFeeOf(0n, 10_00n, null)).toBe(0n);
  });
});
