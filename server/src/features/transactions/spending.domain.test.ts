import { describe, expect, it } from 'vitest';
import { monthsShown, pictureOf } from './spending.domain.ts';

describe('the spending chart', () => {
  it('shows six months, also across year-end', () => {
    expect(monthsShown('2026-11-20')).toEqual([
      '2026-06-01',
      '2026-07-01',
      '2026-08-01',
      '2026-09-01',
      '2026-10-01',
      '2026-11-01',
    ]);
    expect(monthsShown('2027-02-28')).toEqual([
      '2026-09-01',
      '2026-10-01',
      '2026-11-01',
      '2026-12-01',
      '2027-01-01',
      '2027-02-01',
    ]);
  });

  it('adds the categories of a month, sorts those of each month and compares this one with the month before', () => {
    const picture = pictureOf(
      ['2026-10-01', '2026-11-01'],
      [
        { month: '2026-10-01', category: 'groceries', cents: 30000n, cents_to_date: 21000n },
        { month: '2026-10-01', category: 'fuel', cents: 9000n, cents_to_date: 0n },
        { month: '2026-11-01', category: 'bills', cents: 1000n, cents_to_date: 1000n },
        { month: '2026-11-01', category: 'groceries', cents: 2550n, cents_to_date: 2550n },
      ],
    );
    expect(picture.months).toEqual([
      { month: '2026-10-01', cents: 39000n },
      { month: '2026-11-01', cents: 3550n },
    ]);
    expect(picture.categories).toEqual([
      { month: '2026-11-01', category: 'groceries', cents: 2550n },
      { month: '2026-11-01', category: 'bills', cents: 1000n },
    ]);
    expect(picture.earlier).toEqual([
      { month: '2026-10-01', category: 'groceries', cents: 30000n },
      { month: '2026-10-01', category: 'fuel', cents: 9000n },
    ]);
    expect(picture.previousToDate).toBe(21000n);
  });

  it('is all zero for an account without spending', () => {
    const picture = pictureOf(monthsShown('2026-11-20'), []);
    expect(picture.months.map(({ cents }) => cents)).toEqual([0n, 0n, 0n, 0n, 0n, 0n]);
    expect(picture.categories).toEqual([]);
    expect(picture.previousToDate).toBe(0n);
  });
});
