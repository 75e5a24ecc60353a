import { describe, expect, it } from 'vitest';
import { type AmountBounds, mostCents } from './most-to-send.domain.ts';

const AVAILABLE: AmountBounds = {
  availableCents: 2_486_35,
  leftTodayCents: null,
  dayLimitCents: null,
  leftForPurposeCents: null,
  payeeMostCents: null,
  roomCents: null,
};

describe('the most that can be sent', () => {
  it.each([
    ['what is available without a bound', {}, 2_486_35],
    ['what is left of the daily limit', { leftTodayCents: 630_00, dayLimitCents: 1_000_00 }, 630_00],
    ['what is left this month for the purpose', { leftTodayCents: 630_00, leftForPurposeCents: 410_50 }, 410_50],
    ['the room of the receiving account', { leftTodayCents: 630_00, roomCents: 119_50 }, 119_50],
    ['the most of the biller', { payeeMostCents: 900_00 }, 900_00],
    ['the least of all bounds', { leftTodayCents: 630_00, roomCents: 0 }, 0],
    ['nothing below zero', { availableCents: -12_00 }, 0],
  ] as const)('is %s', (_, bounds, most) => {
    expect(mostCents({ ...AVAILABLE, ...bounds }, true)).toBe(most);
  });

  it('on a later day is bounded by its daily limit, and not by what is left today', () => {
    const bounds = { ...AVAILABLE, leftTodayCents: 0, dayLimitCents: 1_000_00, leftForPurposeCents: 0, roomCents: 0 };
    expect(mostCents(bounds, false)).toBe(1_000_00);
  });
});
