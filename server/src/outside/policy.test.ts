import { afterEach, expect, it, vi } from 'vitest';
import { LOOPBACK } from '../../test-support/policy.ts';
import { openOutsideFigures } from './figures.ts';
import type { OutsideOutcome } from './outcome.ts';
import { openPolicy, type PolicySettings } from './policy.ts';

const SETTINGS: PolicySettings = { limitMs: 30, atOnce: 2, waitingMost: 1, failuresToOpen: 3, openMs: 60 };

function given(settings: Partial<PolicySettings> = {}) {
  const figures = openOutsideFigures();
  return { policy: openPolicy('cards', { ...SETTINGS, ...settings }, figures, LOOPBACK), figures };
}

const silence = () => new Promise<never>(() => {});
const done = async (): Promise<OutsideOutcome<string>> => ({ kind: 'done', value: 'yes' });
const refused = async (): Promise<OutsideOutcome<string>> => ({ kind: 'refused', code: 'no' });
const lost = async (): Promise<OutsideOutcome<string>> => ({ kind: 'unknown', code: 'ECONNRESET' });

/** The open period of the breaker must not depend on the load of the machine. */
const givenStillClock = () => vi.useFakeTimers();
afterEach(() => vi.useRealTimers());

it('returns the response of the other system', async () => {
  const { policy } = given();
  expect(await policy.call(done)).toEqual({ kind: 'done', value: 'yes' });
  expect(await policy.call(refused)).toEqual({ kind: 'refused', code: 'no' });
});

it('aborts a call that times out and reports unknown', async () => {
  const { policy } = given();
  let signal: AbortSignal | undefined;
  const call = policy.call((given) => {
    signal = given;
    return silence();
  });
  expect(await call).toEqual({ kind: 'unknown', code: 'timeout' });
  expect(signal?.aborted).toBe(true);
});

it('sends nothing after three consecutive failures, and tries one call later', async () => {
  givenStillClock();
  const { policy } = given();
  let sent = 0;
  const failing = () => {
    sent += 1;
    return lost();
  };
  for (let call = 0; call < 3; call += 1) expect(await policy.call(failing)).toMatchObject({ kind: 'unknown' });
  expect(await policy.call(failing)).toEqual({ kind: 'unsent', code: 'breaker_open' });
  expect(sent).toBe(3);
  await vi.advanceTimersByTimeAsync(SETTINGS.openMs);
  expect(await policy.call(failing)).toMatchObject({ kind: 'unknown' });
  expect(await policy.call(failing)).toEqual({ kind: 'unsent', code: 'breaker_open' });
  expect(sent).toBe(4);
  await vi.advanceTimersByTimeAsync(SETTINGS.openMs);
  expect(await policy.call(done)).toMatchObject({ kind: 'done' });
  expect(await policy.call(done)).toMatchObject({ kind: 'done' });
});

it('counts neither refusals nor non-consecutive failures', async () => {
  const { policy } = given();
  for (let call = 0; call < 5; call += 1) {
    await policy.call(lost);
    await policy.call(refused);
  }
  expect(await policy.call(done)).toMatchObject({ kind: 'done' });
});

it('makes two calls at once, queues one and rejects the rest', async () => {
  const { policy } = given({ limitMs: 5_000 });
  const gate = Promise.withResolvers<OutsideOutcome<string>>();
  let sent = 0;
  const waiting = [1, 2, 3].map(() =>
    policy.call(() => {
      sent += 1;
      return gate.promise;
    }),
  );
  expect(await policy.call(done)).toEqual({ kind: 'unsent', code: 'busy' });
  expect(sent).toBe(2);
  gate.resolve({ kind: 'done', value: 'late' });
  expect((await Promise.all(waiting)).map(({ kind }) => kind)).toEqual(['done', 'done', 'done']);
});

it('reports an undelivered message as retryable', async () => {
  const { policy } = given();
  expect(await policy.deliver(silence)).toEqual({ ok: false, isFinal: false, code: 'timeout' });
  const isGone = async () => ({ ok: false, isFinal: true, code: 'http_410', isGone: true }) as const;
  expect(await policy.deliver(isGone)).toEqual({ ok: false, isFinal: true, code: 'http_410', isGone: true });
});

it('does not stop for refusals of one sender or number, and counts those that end a message as a limit', async () => {
  const { policy, figures } = given();
  const ofSender = { ok: false, isFinal: false, isOurs: true, isOfOne: true, code: 'sender' } as const;
  const ofNumber = { ...ofSender, isFinal: true, code: 'country' } as const;
  for (let call = 0; call < 4; call += 1) {
    expect(await policy.deliver(async () => ofSender)).toEqual(ofSender);
    expect(await policy.deliver(async () => ofNumber)).toEqual(ofNumber);
  }
  const shown = figures.registry;
  const text = await shown.metrics();
  expect(text).toContain('wattle_outside_breaker{system="cards"} 0');
  expect(text).toContain('wattle_outside_limits_total{system="cards",limit="country"} 4');
  expect(text).not.toContain('limit="sender"');
  const ofAll = { ok: false, isFinal: false, isOurs: true, code: 'account' } as const;
  for (let call = 0; call < 3; call += 1) await policy.deliver(async () => ofAll);
  expect(await policy.deliver(async () => ofAll)).toMatchObject({ isUnsent: true, code: 'breaker_open' });
});

it('rethrows exceptions of a faulty adapter', async () => {
  const { policy } = given();
  const broken = () => Promise.reject(new TypeError('no such field'));
  await expect(policy.call(broken)).rejects.toThrow('no such field');
});

it('exports calls, failures and the circuit breaker', async () => {
  givenStillClock();
  const { policy, figures } = given();
  await policy.call(done);
  for (let call = 0; call < 4; call += 1) await policy.call(lost);
  const shown = figures.registry;
  const text = await shown.metrics();
  expect(text).toContain('wattle_outside_calls_total{system="cards",outcome="done"} 1');
  expect(text).toContain('wattle_outside_calls_total{system="cards",outcome="unknown"} 3');
  expect(text).toContain('wattle_outside_calls_total{system="cards",outcome="unsent"} 1');
  expect(text).toContain('wattle_outside_breaker{system="cards"} 2');
  expect(text).toContain('wattle_outside_call_duration_seconds_count{system="cards"} 5');
});
