import { err } from '@wattle/contract/errors.ts';
import { describe, expect, it } from 'vitest';
import { type AccountCount, addCounts, refuseCounts, sumName, type Sums } from './counts.domain.ts';

const count = (cents: bigint, limit: bigint | null, more: Partial<AccountCount> = {}): AccountCount => ({
  counter: 'dailyPayments',
  of: 'from',
  memberAccountId: 7n,
  since: '2026-11-20',
  cents,
  limit,
  refusal: err('daily_limit_reached', 'Amount'),
  ...more,
});
const sumOf = (sums: Sums, of = count(0n, null)) => sums.get(sumName(of));

describe('a payment count', () => {
  it.each([
    [0n, 1_000n, undefined],
    [0n, 1_001n, 'daily_limit_reached'],
    [999n, 1n, undefined],
    [999n, 2n, 'daily_limit_reached'],
    [1_000n, 1n, 'daily_limit_reached'],
  ])('with %d counted and %d more under a limit of 1000 is refused with %s', (before, cents, refusal) => {
    const sums: Sums = new Map([[sumName(count(0n, null)), before]]);
    expect(refuseCounts(sums, [count(cents, 1_000n)])?.error).toBe(refusal);
  });

  it('without a limit is increased and never refused', () => {
    const sums: Sums = new Map();
    expect(refuseCounts(sums, [count(10n ** 12n, null)])).toBeUndefined();
    addCounts(sums, [count(10n ** 12n, null)]);
    expect(sumOf(sums)).toBe(10n ** 12n);
  });

  it('is separate for each counter, account and period', () => {
    const sums: Sums = new Map();
    addCounts(sums, [
      count(1n, null),
      count(2n, null, { counter: 'housing' }),
      count(4n, null, { memberAccountId: 8n }),
      count(8n, null, { since: '2026-11-01' }),
    ]);
    expect([...sums.values()]).toEqual([1n, 2n, 4n, 8n]);
  });

  it('accepts a negative amount in any state and never falls below zero', () => {
    const sums: Sums = new Map([[sumName(count(0n, null)), 300n]]);
    expect(refuseCounts(sums, [count(-200n, 50n)])).toBeUndefined();
    addCounts(sums, [count(-200n, 50n)]);
    expect(sumOf(sums)).toBe(100n);
    addCounts(sums, [count(-200n, 50n)]);
    expect(sumOf(sums)).toBe(0n);
  });

  it('names the first limit that is exceeded when there are several', () => {
    const cap = count(5n, 4n, { counter: 'housing', refusal: err('outside_load_limits') });
    expect(refuseCounts(new Map(), [count(5n, 5n), cap])).toEqual({ ok: false, error: 'outside_load_limits' });
  });
});
