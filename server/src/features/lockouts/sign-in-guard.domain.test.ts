import { describe, expect, it } from 'vitest';
import { type GuardKind, LOCKOUTS } from '../../config/sign-in-settings.ts';
import { type Guard, judge, NO_FAILURES } from './sign-in-guard.domain.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const START = Date.parse('2026-11-20T02:00:00Z');

/** Makes attempts in order: each with its time in minutes from the start and whether the secret is right. */
function attempts(kind: GuardKind, ...made: readonly (readonly [minute: number, isRight: boolean])[]) {
  let guard: Guard = NO_FAILURES;
  const verdicts = made.map(([minute, isRight]) => {
    const judged = judge(LOCKOUTS[kind], guard, isRight, START + minute * MINUTE);
    guard = judged.guard;
    return judged.verdict;
  });
  return { verdicts, guard };
}

const wrong = (minute: number, times: number) => Array.from({ length: times }, () => [minute, false] as const);

describe('the sign-in guard', () => {
  it.each(['cardAccessPin', 'passcode'] as const)('locks a %s with the 3rd failure, for 24 hours', (kind) => {
    const day = 24 * 60;
    const { verdicts } = attempts(kind, ...wrong(0, 3), [0, true], [day - 0.01, true], [day, true]);
    expect(verdicts).toEqual(['wrong', 'wrong', 'locked', 'locked', 'locked', 'in']);
  });

  it("locks a signed-in user's own password like that of a sign-in", () => {
    const { verdicts } = attempts('currentPassword', ...wrong(0, 5), [29.99, true], [30, true]);
    expect(verdicts).toEqual([...Array(4).fill('wrong'), 'locked', 'locked', 'in']);
  });

  it.each(['card', 'account'] as const)('locks a %s with the 5th failure, not before', (kind) => {
    expect(attempts(kind, ...wrong(0, 5)).verdicts).toEqual(['wrong', 'wrong', 'wrong', 'wrong', 'locked']);
  });

  it.each(['card', 'account'] as const)('refuses the right secret of a %s for 30 minutes, then takes it', (kind) => {
    const { verdicts } = attempts(kind, ...wrong(0, 5), [0, true], [29.99, true], [30, true]);
    expect(verdicts.slice(5)).toEqual(['locked', 'locked', 'in']);
  });

  it('resets the failures of an account after a success', () => {
    const { verdicts, guard } = attempts('account', ...wrong(0, 4), [0, true], ...wrong(1, 4));
    expect(verdicts).toEqual([...Array(4).fill('wrong'), 'in', ...Array(4).fill('wrong')]);
    expect(guard.failures).toBe(4);
  });

  it('doubles the lock of an account each time, up to a day', () => {
    // 30 min, 1 h, 2 h, 4 h, 8 h, 16 h, then 24 h and 24 h.
    const minutes = [30, 60, 120, 240, 480, 960, 1440, 1440];
    let guard: Guard = NO_FAILURES;
    let now = START;
    for (const expected of minutes) {
      for (let failure = 0; failure < 5; failure += 1) guard = judge(LOCKOUTS.account, guard, false, now).guard;
      expect(guard.lockedUntil).toBe(now + expected * MINUTE);
      now = guard.lockedUntil ?? now;
    }
  });

  it('starts at 30 minutes again after a success', () => {
    const { guard } = attempts('account', ...wrong(0, 5), [30, true], ...wrong(31, 5));
    expect(guard.lockedUntil).toBe(START + 61 * MINUTE);
  });

  it('always locks a card for 30 minutes until its 10th failure of a day, then for 24 hours', () => {
    const ends = 30 + 24 * 60;
    const { verdicts } = attempts('card', ...wrong(0, 5), ...wrong(30, 5), [ends - 0.01, true], [ends, true]);
    expect(verdicts.slice(4)).toEqual(['locked', 'wrong', 'wrong', 'wrong', 'wrong', 'locked', 'locked', 'in']);
  });

  it('starts a new day when a lock of 24 hours has ended', () => {
    const ends = 30 + 24 * 60;
    const { verdicts } = attempts('card', ...wrong(0, 5), ...wrong(30, 5), ...wrong(ends, 4), [ends, true]);
    expect(verdicts.slice(-5)).toEqual(['wrong', 'wrong', 'wrong', 'wrong', 'in']);
  });

  it('does not reset the day of a card after a success', () => {
    const { verdicts } = attempts('card', ...wrong(0, 4), [1, true], ...wrong(2, 4), [3, true], ...wrong(4, 2), [
      60,
      true,
    ]);
    expect(verdicts.slice(-3)).toEqual(['wrong', 'locked', 'locked']);
  });

  it('starts a new day 24 hours after the first failure', () => {
    const { verdicts, guard } = attempts('card', ...wrong(0, 4), ...wrong(24 * 60, 1));
    expect(verdicts.at(-1)).toBe('locked');
    expect(guard).toMatchObject({ dayFailures: 1, dayStartedAt: START + 24 * HOUR });
  });

  it('does not count attempts during a lock', () => {
    const { guard } = attempts('card', ...wrong(0, 5), ...wrong(10, 20));
    expect(guard).toMatchObject({ dayFailures: 5, lockedUntil: START + 30 * MINUTE });
  });
});
