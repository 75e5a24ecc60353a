import { transferInternal } from '@wattle/contract/transfers/internal.ts';
import { getCardDetails, getCards } from '@wattle/contract/cards/home.ts';
import { getServerTime } from '@wattle/contract/brands/config.ts';
import { addDisputeFile } from '@wattle/contract/disputes/dispute.ts';
import {
  getVerificationConfiguration,
  getVerificationResult,
  registerVerification,
  verificationUsageCheck,
} from '@wattle/contract/identity/verification.ts';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { limitOf, within } from './time-limit.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const never = () => new Promise<never>(() => undefined);

test.each([
  [getCards, 10_000],
  [getCardDetails, 10_000],
  [getServerTime, 5_000],
  [transferInternal, 30_000],
  [registerVerification, 30_000],
  [getVerificationConfiguration, 10_000],
  [getVerificationResult, 10_000],
  [verificationUsageCheck, 10_000],
  [addDisputeFile, 120_000],
])('%o is given the time limit of its contract', (operation, ms) => {
  expect(limitOf(operation)).toBe(ms);
});

test('a call without a response ends at its limit', async () => {
  const ended = vi.fn();
  within(10_000, undefined, never).catch(ended);
  await vi.advanceTimersByTimeAsync(9_500);
  expect(ended).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(500);
  expect(ended).toHaveBeenCalled();
});

test("the caller's signal ends a call immediately and aborts its work", async () => {
  const leaving = new AbortController();
  const ended = vi.fn();
  let given: AbortSignal | undefined;
  within(10_000, leaving.signal, (signal) => {
    given = signal;
    return never();
  }).catch(ended);
  leaving.abort();
  await vi.advanceTimersByTimeAsync(0);
  expect(ended).toHaveBeenCalled();
  expect(given?.aborted).toBe(true);
});

test('a response that arrived while the device slept is accepted', async () => {
  const { promise, resolve } = Promise.withResolvers<string>();
  const answer = within(10_000, undefined, () => promise);
  await vi.advanceTimersByTimeAsync(9_500);
  // The device sleeps for an hour: no timer runs, and the last one is late.
  vi.setSystemTime(Date.now() + 3_600_000);
  await vi.advanceTimersByTimeAsync(500);
  resolve('answer');
  expect(await answer).toBe('answer');
});

test('a tab whose timers run once a minute continues to wait', async () => {
  const ended = vi.fn();
  within(10_000, undefined, never).catch(ended);
  for (let minute = 0; minute < 30; minute += 1) {
    vi.setSystemTime(Date.now() + 59_500);
    await vi.advanceTimersByTimeAsync(500);
  }
  expect(ended).not.toHaveBeenCalled();
});
