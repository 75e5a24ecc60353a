import { describe, expect, it } from 'vitest';
import { taxYearsAt } from './interest.view.ts';

describe('the tax year', () => {
  it.each([
    ['2026-06-30', '2025-07-01', '2024-07-01'],
    ['2026-07-01', '2026-07-01', '2025-07-01'],
    ['2026-11-20', '2026-07-01', '2025-07-01'],
    ['2027-01-01', '2026-07-01', '2025-07-01'],
  ])('of %s began on %s, and the one before on %s', (day, thisYear, lastYear) => {
    expect(taxYearsAt(day)).toEqual({ thisYear, lastYear });
  });
});
