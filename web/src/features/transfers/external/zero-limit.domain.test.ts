import { expect, it } from 'vitest';
import { isExternalClosed } from './zero-limit.domain.ts';

it.each([
  // Daily limit, what is left of housing and of other expenses.
  [1_000, 500, 500, false],
  [1, 500, 500, true],
  [1.01, 500, 500, false],
  [0, null, null, true],
  [null, null, null, false],
  [1_000, 1, 0.5, true],
  [1_000, 1, 1.01, false],
  [null, 0, null, true],
  [null, null, 2, false],
])('a daily limit of %j with %j and %j left closes the form: %j', (day, housing, other, isClosed) => {
  const limits = {
    CurrentDailyPaymentLimit: day,
    HousingPaymentLimitAvailable: housing,
    OtherExpenseLimitAvailable: other,
  };
  expect(isExternalClosed(limits)).toBe(isClosed);
});
