import { describe, expect, test } from 'vitest';
import { leftToSpend, neededAside } from './aside.domain.ts';

describe('what is left to spend', () => {
  test.each([
    ['all, where nothing is kept aside', 100n, 0n, 100n],
    ['what is not kept aside', 100n, 80n, 20n],
    ['nothing, where all of it is kept aside', 100n, 100n, 0n],
    ['nothing, and never less, where a forced debit took of what is kept aside', 50n, 80n, 0n],
    ['what is owed, below zero', -30n, 80n, -30n],
  ])('is %s', (_, available, aside, left) => {
    expect(leftToSpend(available, aside)).toBe(left);
  });
});

describe('an amount', () => {
  test.each([
    ['needs nothing of it up to what is left', 100n, 80n, 20n, 0n],
    ['needs what goes beyond that', 100n, 80n, 21n, 1n],
    ['needs all of it at most', 100n, 80n, 500n, 80n],
    ['needs all of its cents where nothing is left', 50n, 80n, 10n, 10n],
    ['needs nothing where nothing is kept aside', 10n, 0n, 50n, 0n],
  ])('%s', (_, available, aside, amount, needed) => {
    expect(neededAside(available, aside, amount)).toBe(needed);
  });
});
