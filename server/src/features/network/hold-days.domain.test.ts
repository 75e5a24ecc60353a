import { describe, expect, it } from 'vitest';
import { holdEndsAt, isEstimate } from './hold-days.domain.ts';

const AT = Date.parse('2026-11-20T02:00:00Z');

describe('a hold', () => {
  it.each([
    ['5814', '2026-11-27T02:00:00.000Z', false],
    ['5411', '2026-11-27T02:00:00.000Z', false],
    ['5541', '2026-11-23T02:00:00.000Z', false],
    ['5542', '2026-11-23T02:00:00.000Z', true],
    ['7011', '2026-12-20T02:00:00.000Z', true],
    ['3501', '2026-12-20T02:00:00.000Z', true],
    ['7512', '2026-12-20T02:00:00.000Z', true],
    ['3351', '2026-12-20T02:00:00.000Z', true],
    ['4411', '2026-12-20T02:00:00.000Z', true],
    ['3010', '2026-11-27T02:00:00.000Z', false],
  ])('at a merchant of %s ends at %s and is an estimate: %s', (mcc, end, estimate) => {
    expect(new Date(holdEndsAt(AT, mcc)).toISOString()).toBe(end);
    expect(isEstimate(mcc)).toBe(estimate);
  });

  // The processor reports its expiry: ours comes two days after the processor's term of 7 or 31 days.
  it.each([
    ['5814', '2026-11-29T02:00:00.000Z'],
    ['5541', '2026-11-29T02:00:00.000Z'],
    ['7011', '2026-12-23T02:00:00.000Z'],
    ['3010', '2026-12-23T02:00:00.000Z'],
    ['4511', '2026-12-23T02:00:00.000Z'],
  ])('of a processor at a merchant of %s ends at %s', (mcc, end) => {
    expect(new Date(holdEndsAt(AT, mcc, 'processor')).toISOString()).toBe(end);
  });
});
