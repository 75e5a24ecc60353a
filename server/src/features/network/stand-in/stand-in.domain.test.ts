import { ANSWER } from '@wattle/contract/network/message.ts';
import { describe, expect, it } from 'vitest';
import { standInAnswer } from './stand-in.domain.ts';

const FACTS = {
  amount: 20_00n,
  fees: 0n,
  decline: undefined,
  hasPin: false,
  available: 100_00n,
  approvedBefore: 0n,
  most: 50_00n,
};

describe('a purchase while no database accepts writes', () => {
  it.each([
    ['is approved within the most of a card and its funds', {}, ANSWER.approved],
    ['is approved up to the most, to the cent', { amount: 30_00n, approvedBefore: 20_00n }, ANSWER.approved],
    ['is declined a cent above it', { amount: 30_01n, approvedBefore: 20_00n }, ANSWER.error],
    ['is approved up to what the card had', { available: 20_00n }, ANSWER.approved],
    [
      'is declined for funds, with what was approved before',
      { available: 39_99n, approvedBefore: 20_00n },
      ANSWER.noFunds,
    ],
    ['is approved up to what the card had for its fee too', { available: 20_60n, fees: 60n }, ANSWER.approved],
    ['is declined where its fee is missing', { available: 20_59n, fees: 60n }, ANSWER.noFunds],
    ['is declined as the card itself would be', { decline: ANSWER.stolen }, ANSWER.stolen],
    ['is declined with a PIN, whose tries cannot be counted', { hasPin: true }, ANSWER.error],
  ] as const)('%s', (_what, given, answer) => {
    expect(standInAnswer({ ...FACTS, ...given })).toBe(answer);
  });
});
