import { getPasskeyChallenge } from '@wattle/contract/access/passkeys.ts';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { expectText, title } from '../../../../test-support/by-hand.ts';
import { answer, sent } from '../../../../test-support/given-server.ts';
import { openScreen } from '../../../../test-support/open-screen.tsx';

/** Lifetime of a challenge. */
const CHALLENGE_MS = 5 * 60_000;

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);
/** Signals of conditional requests that wait for a passkey chosen from the browser's suggestions. */
let waiting: AbortSignal[] = [];

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  waiting = [];
  // A busy machine has no idle moment.
  vi.spyOn(window, 'requestIdleCallback').mockImplementation((begin) => {
    queueMicrotask(() => begin({ didTimeout: false, timeRemaining: () => 50 }));
    return 1;
  });
  vi.spyOn(PublicKeyCredential, 'isConditionalMediationAvailable').mockResolvedValue(true);
  vi.spyOn(navigator.credentials, 'get').mockImplementation(({ signal } = {}) => {
    if (signal) waiting.push(signal);
    return new Promise((_, fail) => signal?.addEventListener('abort', () => fail(signal.reason as Error)));
  });
  answer(getPasskeyChallenge, { challenge: 'YQ', rpId: 'localhost', timeout: 300_000, userVerification: 'required' });
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

test('replaces the challenge of an open passkey prompt before it expires', async () => {
  await openScreen('/login', { brand: 'tui' });
  await expectText(title, /./);
  await expect.poll(() => waiting.length).toBe(1);
  expect(sent(getPasskeyChallenge)).toHaveLength(1);
  await pass(CHALLENGE_MS - 90_000);
  expect(waiting[0]?.aborted).toBe(false);
  // Before it ends: the former one waits no longer, and another does.
  await pass(89_000);
  await expect.poll(() => waiting.length).toBe(2);
  expect(sent(getPasskeyChallenge)).toHaveLength(2);
  expect(waiting.map(({ aborted }) => aborted)).toEqual([true, false]);
});
