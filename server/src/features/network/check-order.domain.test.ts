import { DECLINE_REASONS } from '@wattle/contract/transactions/transaction.ts';
import { describe, expect, it } from 'vitest';
import { CHECKS, checksOf } from './check-order.domain.ts';

const resultsOf = (kind: string, reason?: string) =>
  checksOf(kind, reason).map(({ check, result }) => `${check} ${result}`);

describe('the checks of an ask', () => {
  it('were all passed where it was approved', () => {
    expect(resultsOf('authorise')).toEqual(CHECKS.map((check) => `${check} passed`));
  });

  it('end at the one that declined it', () => {
    expect(resultsOf('authorise', 'channelOff')).toEqual([
      'card passed',
      'expiry passed',
      'status passed',
      'holder passed',
      'channel failed',
      'category notMade',
      'merchant notMade',
      'limit notMade',
      'rules notMade',
      'money notMade',
    ]);
  });

  it('leave the proofs out for an increment, and the money for a balance', () => {
    expect(resultsOf('increment', 'cardExpired').slice(0, 3)).toEqual([
      'card passed',
      'expiry failed',
      'status notMade',
    ]);
    expect(resultsOf('increment').some((one) => one.startsWith('holder'))).toBe(false);
    expect(resultsOf('balance').at(-1)).toBe('merchant passed');
  });

  it.each([
    ['14', 'card'],
    ['54', 'expiry'],
    ['62', 'status'],
    ['55', 'holder'],
    ['61', 'limit'],
    ['51', 'money'],
  ])('are known by the answer %s where no reason was kept', (answer, check) => {
    expect(checksOf('authorise', answer).find(({ result }) => result === 'failed')?.check).toBe(check);
  });

  it('are unknown for a reason of no check, and for an announced refund', () => {
    const unknown = DECLINE_REASONS.filter((reason) => checksOf('authorise', reason).length === 0);
    expect(unknown).toEqual(['elsewhere', 'other']);
    expect(checksOf('creditAuthorise', undefined)).toEqual([]);
    // 57 and 05 are the answers of several checks.
    expect([checksOf('authorise', '57'), checksOf('authorise', '05')]).toEqual([[], []]);
  });
});
