import { token } from '@wattle/contract/access/sign-in.ts';
import { getCardDetails } from '@wattle/contract/cards/home.ts';
import { turnCardOff } from '@wattle/contract/cards/switch.ts';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

beforeEach(() => {
  vi.resetModules();
  vi.useFakeTimers();
});
afterEach(() => vi.useRealTimers());

const load = () => import('./change-in-doubt.ts');

test('nothing is in doubt on a page that only read data and signed in', async () => {
  const { isChangeInDoubt, noteChange } = await load();
  noteChange(getCardDetails);
  noteChange(token)('done');
  expect(isChangeInDoubt()).toBe(false);
});

test('a change is in doubt while it is in flight and for a minute after its response', async () => {
  const { isChangeInDoubt, noteChange } = await load();
  const ended = noteChange(turnCardOff);
  expect(isChangeInDoubt()).toBe(true);
  ended('done');
  vi.advanceTimersByTime(59_000);
  expect(isChangeInDoubt()).toBe(true);
  vi.advanceTimersByTime(2_000);
  expect(isChangeInDoubt()).toBe(false);
});

test('a refused change is not in doubt, and one without a response stays in doubt', async () => {
  const { isChangeInDoubt, noteChange } = await load();
  noteChange(turnCardOff)('refused');
  expect(isChangeInDoubt()).toBe(false);
  noteChange(turnCardOff)('unknown');
  vi.advanceTimersByTime(3_600_000);
  expect(isChangeInDoubt()).toBe(true);
});
