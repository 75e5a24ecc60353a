import { describe, expect, it } from 'vitest';
import { type Course, courseAfter, isTold, placeOf, type PurchaseEvent } from './purchase-event.domain.ts';

type Told = readonly [kind: PurchaseEvent['kind'], cents: bigint, after?: number, isFinal?: boolean];

/** Places the events in the order of their arrival. */
const arrived = (told: readonly Told[]): PurchaseEvent[] => {
  const events: PurchaseEvent[] = [];
  for (const [kind, cents, after, isFinal = false] of told) {
    events.push({ kind, cents, isFinal, place: placeOf(after, events) });
  }
  return events;
};

const OPEN = (held: bigint): Course => ({ held, cleared: 0n, ended: null });

describe('what a purchase holds', () => {
  it.each<[string, bigint, readonly Told[], bigint]>([
    // 100 and 20 are set to 120; 30 more are asked for.
    [
      'increments behind a hold',
      100n,
      [
        ['hold', 120n, 7],
        ['increment', 30n],
      ],
      150n,
    ],
    [
      'increments around a hold',
      100n,
      [
        ['increment', 20n, 6],
        ['hold', 120n, 7],
        ['increment', 30n],
      ],
      150n,
    ],
    [
      'the next hold behind an increment',
      100n,
      [
        ['hold', 120n, 7],
        ['increment', 30n],
        ['hold', 140n, 8],
      ],
      140n,
    ],
    [
      'an older hold that comes last',
      100n,
      [
        ['hold', 120n, 7],
        ['increment', 30n],
        ['hold', 90n, 6],
      ],
      150n,
    ],
    [
      'a clearing at the next place',
      100n,
      [
        ['hold', 120n, 7],
        ['hold', 90n],
        ['clearing', 40n, 8],
      ],
      50n,
    ],
    [
      'the last clearing behind a hold',
      6_320n,
      [
        ['hold', 6_320n],
        ['clearing', 6_320n, undefined, true],
      ],
      0n,
    ],
    [
      'a reversal behind a hold',
      6_320n,
      [
        ['hold', 6_320n],
        ['reversal', 0n],
      ],
      0n,
    ],
    [
      'an expiry behind a hold',
      6_320n,
      [
        ['hold', 6_320n],
        ['expiry', 0n],
      ],
      0n,
    ],
    [
      'a hold behind an expiry',
      6_320n,
      [
        ['expiry', 0n],
        ['hold', 500n],
      ],
      500n,
    ],
    [
      'a place behind all without',
      100n,
      [
        ['hold', 90n],
        ['increment', 5n],
        ['hold', 80n, 1],
      ],
      80n,
    ],
    [
      'a hold of the place of a clearing',
      100n,
      [
        ['hold', 60n, 3],
        ['clearing', 40n, 3],
      ],
      60n,
    ],
  ])('is by the order of its events: %s', (_what, held, told, expected) => {
    expect(courseAfter(OPEN(held), arrived(told)).held).toBe(expected);
  });
});

describe('the place of an event', () => {
  it('that was sent without one is behind all that are known, and before the next of the processor', () => {
    const known = arrived([
      ['hold', 1n, 5],
      ['hold', 1n, 3],
    ]);
    const place = placeOf(undefined, known);
    expect(place).toBeGreaterThan(placeOf(5, known));
    expect(place).toBeLessThan(placeOf(6, known));
    expect([isTold(place), isTold(placeOf(5, known))]).toEqual([false, true]);
  });

  it('fits into the books at the largest safe integer', () => {
    const [last] = arrived([['hold', 1n, Number.MAX_SAFE_INTEGER]]);
    expect((last as PurchaseEvent).place).toBeLessThan(2n ** 63n);
  });
});
