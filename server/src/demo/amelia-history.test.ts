import { describe, expect, it } from 'vitest';
import { ameliaHistory } from './amelia-history.ts';

const DAY_MS = 86_400_000;
const START = Date.parse('2026-11-20T02:00:00Z');
const balanceOf = (rows: readonly { readonly amount: bigint }[]) => rows.reduce((sum, row) => sum + row.amount, 0n);

describe("Amelia's history", () => {
  const rows = ameliaHistory(START);

  it('is the same for the same day', () => {
    expect(ameliaHistory(START)).toEqual(rows);
  });

  it('covers 18 months with every kind of row that her screens show', () => {
    expect(new Date(rows[0]?.at ?? 0).toISOString().slice(0, 10)).toBe('2025-05-19');
    expect([...new Set(rows.map((row) => row.kind))].toSorted()).toEqual(
      [
        'bpay',
        'cash',
        'fee',
        'interest',
        'opening',
        'pay',
        'purchase',
        'refund',
        'topUp',
        'transferIn',
        'transferOut',
        'withholdingTax',
      ].toSorted(),
    );
    expect(new Set(rows.map((row) => row.country))).toEqual(new Set([null, 'AU', 'NZ']));
    expect(rows.length).toBeGreaterThan(350);
  });

  it('withholds 47% in whole dollars of a month whose interest would reach 120.00 in a year, and nothing of a smaller one', () => {
    const interest = rows.filter((row) => row.kind === 'interest');
    const withheld = rows.filter((row) => row.kind === 'withholdingTax');
    expect(interest).toHaveLength(18);
    for (const month of interest) {
      const tax = withheld.find((row) => row.at === month.at);
      expect(tax?.amount ?? 0n).toBe(
        month.amount >= 10_00n ? -BigInt(Math.floor(Number(month.amount) * 0.0047)) * 100n : 0n,
      );
    }
  });

  it('ends at 2,640.00, never under zero and never above 5,000.00, whatever day it is', () => {
    // On the 104th day the interest of the month before reaches the amount that is taxed.
    for (const day of [...Array(45).keys()].map((nth) => nth * 9).concat(104)) {
      const now = START + day * DAY_MS;
      const history = ameliaHistory(now);
      expect(balanceOf(history)).toBe(2_640_00n);
      let balance = 0n;
      const isSound = history.every((row, index) => {
        balance += row.amount;
        const isInOrder = row.postedAt <= now && row.postedAt >= (history[index - 1]?.postedAt ?? 0);
        return isInOrder && balance >= 0n && balance <= 5_000_00n;
      });
      expect(isSound, `${balance} as of ${new Date(now).toISOString()}`).toBe(true);
    }
  });
});
