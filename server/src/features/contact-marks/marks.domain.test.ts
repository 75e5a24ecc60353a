import { describe, expect, it } from 'vitest';
import type { ReceiptReason } from '../../outside/receipt.ts';
import { type Failure, graver, type Heard, judge, outcomeOf } from './marks.domain.ts';

const arrived = (channel: Heard['channel'] = 'sms'): Heard => ({ channel, hasArrived: true, failure: undefined });
const failed = (
  reason: ReceiptReason,
  { isForGood = true, channel = 'sms' }: { isForGood?: boolean; channel?: Heard['channel'] } = {},
): Heard => ({ channel, hasArrived: false, failure: { reason, isForGood } });

describe('one message', () => {
  it.each([
    // A phone that confirmed a text has it, whatever was said before or after.
    ['sms', { reason: 'badAddress', isForGood: true }, 'arrived'],
    ['sms', { reason: 'unreachable', isForGood: false }, 'arrived'],
    ['email', { reason: 'mailboxFull', isForGood: false }, 'arrived'],
    // A mail server accepted it and returned it afterwards.
    ['email', { reason: 'badAddress', isForGood: true }, { reason: 'badAddress', isForGood: true }],
  ] as const)('by %s that arrived and failed with %j counts as %j', (channel, failure, outcome) => {
    expect(outcomeOf({ channel, hasArrived: true, failure })).toEqual(outcome);
  });

  it('keeps the graver of its failures in either order', () => {
    const soft: Failure = { reason: 'unreachable', isForGood: false };
    const hard: Failure = { reason: 'badAddress', isForGood: true };
    const unknown: Failure = { reason: 'unknown', isForGood: true };
    expect([graver(soft, hard), graver(hard, soft)]).toEqual([hard, hard]);
    expect([graver(unknown, hard), graver(hard, unknown)]).toEqual([hard, hard]);
    expect([graver(undefined, soft), graver(soft, undefined)]).toEqual([soft, soft]);
    expect(graver(undefined, undefined)).toBeUndefined();
  });
});

describe('a contact', () => {
  it.each([
    ['of which nothing is known', [], false, false],
    ['that failed for good once', [failed('badAddress')], false, false],
    ['that failed for good twice', [failed('badAddress'), failed('badAddress')], true, false],
    ['that we may not send to, twice', [failed('unserved'), failed('unserved')], true, false],
    ['that is held back and has no mailbox', [failed('suppressed'), failed('badAddress')], true, false],
    [
      'that failed once before a message arrived',
      [failed('badAddress'), arrived(), failed('badAddress')],
      false,
      false,
    ],
    [
      'that failed twice before a message arrived',
      [arrived(), failed('badAddress'), failed('badAddress')],
      false,
      false,
    ],
    [
      'that failed twice, with a message between that no one has heard of',
      [failed('badAddress'), { channel: 'sms', hasArrived: false, failure: undefined }, failed('badAddress')],
      true,
      false,
    ],
    [
      'whose phone was off five times',
      Array.from({ length: 5 }, () => failed('unreachable', { isForGood: false })),
      false,
      false,
    ],
    ['that opted out', [failed('optedOut')], false, true],
    ['that opted out by an unsigned word', [failed('optedOut', { isForGood: false })], false, false],
    [
      'that opted out by two unsigned words',
      [failed('optedOut', { isForGood: false }), failed('optedOut', { isForGood: false })],
      false,
      true,
    ],
    [
      'that opted out by an unsigned word and has no mailbox by another one',
      [failed('optedOut', { isForGood: false }), failed('badAddress')],
      false,
      false,
    ],
    ['that opted out and got a text since', [arrived(), failed('optedOut')], false, false],
    ['that we could not send to', [failed('ours'), failed('ours'), failed('ours')], false, false],
  ] as const)('%s is failing: %s, opted out: %s', (_what, heard, isFailing, isOptedOut) => {
    expect(judge(heard)).toMatchObject({ isFailing, isOptedOut });
  });

  it('by mail fails with the fourth mail in a row that its mailbox did not take', () => {
    const full = failed('mailboxFull', { isForGood: false, channel: 'email' });
    const away = failed('unreachable', { isForGood: false, channel: 'email' });
    expect(judge([full, away, full]).isFailing).toBe(false);
    expect(judge([full, away, full, full]).isFailing).toBe(true);
    expect(judge([full, away, arrived('email'), full, full]).isFailing).toBe(false);
    const refused = failed('blocked', { isForGood: false, channel: 'email' });
    expect(judge([refused, refused, refused, refused, refused]).isFailing).toBe(false);
    const ours = failed('ours', { channel: 'email' });
    expect(judge([ours, ours, ours, ours]).isFailing).toBe(false);
  });
});
