import { beforeEach, expect, test } from 'vitest';
import { openRecentChanges, type RecentChanges } from './recent-changes.ts';

let nowMs: number;
let changes: RecentChanges;
beforeEach(() => {
  nowMs = 1_000;
  changes = openRecentChanges(() => nowMs);
});

test('distinguishes a change at or after an instant from one before it', () => {
  nowMs = 2_000;
  changes.note('1:7');
  expect(changes.since(['1:6', '1:7'], 1_500)).toBe('changed');
  expect(changes.since(['1:7'], 2_000)).toBe('changed');
  expect(changes.since(['1:7'], 2_001)).toBe('unchanged');
  expect(changes.since(['1:6'], 1_500)).toBe('unchanged');
  expect(changes.since([], 1_500)).toBe('unchanged');
});

test('reports an account that changes again as changed', () => {
  changes.note('1:7');
  nowMs = 3_000;
  changes.note('1:7');
  expect(changes.since(['1:7'], 2_000)).toBe('changed');
});

test('reports unknown for the time before it listened or while it could not', () => {
  expect(changes.since(['1:7'], 999)).toBe('unknown');
  nowMs = 5_000;
  changes.missed();
  expect(changes.since(['1:7'], 4_999)).toBe('unknown');
  expect(changes.since(['1:7'], 5_000)).toBe('unchanged');
});

test('reports dropped accounts as unknown, not as unchanged', () => {
  changes.note('1:7');
  nowMs = 4_000;
  changes.note('1:8');
  changes.forgetBefore(3_000);
  expect(changes.since(['1:7'], 1_000)).toBe('unknown');
  expect(changes.since(['1:8'], 3_000)).toBe('changed');
});

test('keeps 50,000 accounts and drops the oldest beyond that', () => {
  for (let account = 0; account <= 50_000; account += 1) {
    nowMs += 1;
    changes.note(`1:${account}`);
  }
  // Account 0 changed at 1001 and is forgotten; account 1 changed at 1002.
  expect(changes.since(['1:0'], 1_000)).toBe('unknown');
  expect(changes.since(['1:1'], 1_002)).toBe('changed');
});
