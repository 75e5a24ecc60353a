import { expect, it } from 'vitest';
import { EVERY_PURCHASE } from '../../../test-support/purchase-rules.ts';
import type { RuleTerms } from './rule-terms.ts';
import { figureWords, ruleWords } from './rule-words.domain.ts';

it.each<[Partial<RuleTerms>, string]>([
  [
    {
      channels: ['online'],
      amountBelow: 500,
      count: { of: 'declined', atLeast: 5, within: '15m' },
      action: 'decline',
      pause: 60,
      tellsDesk: true,
    },
    'If a card has 5 declines or more in 15 minutes on purchases online under $5.00, then decline it, and further purchases online for 1 hour, and tell the desk.',
  ],
  [
    { first: { of: 'abroad', days: 90 } },
    'If a card asks for purchases that are the first abroad in 90 days, then approve it and ask the cardholder.',
  ],
  [
    { channels: ['atm', 'chip', 'manual'], sum: { above: 100_000, within: 'day' }, cardYounger: 1, action: 'decline' },
    'If purchases at an ATM, by chip or by a typed number come to more than $1000.00 in a day, from midnight, and the card is less than 1 day old, then decline it.',
  ],
  [
    { place: 'abroad', amountFrom: 20_000, threeDs: 'unverified', codes: ['7995'], wallet: 'without' },
    'If a card asks for purchases of $200.00 or more at shops with the code 7995 abroad without a wallet that 3-D Secure has not verified, then approve it and ask the cardholder.',
  ],
])('says a rule in one sentence: %o', (terms, words) => {
  expect(ruleWords({ ...EVERY_PURCHASE, ...terms })).toBe(words);
});

it('says what decided', () => {
  const terms: RuleTerms = {
    ...EVERY_PURCHASE,
    count: { of: 'declined', atLeast: 5, within: '15m' },
    sum: { above: 5_000, within: '24h' },
    first: { of: 'country', days: 30 },
    cardYounger: 9,
  };
  expect(figureWords(terms, { count: 11, cents: 5_150, first: 'US', cardDays: 1 })).toBe(
    '11 declines in 15 minutes, $51.50 in 24 hours, first in US in 30 days, the card is 1 day old',
  );
  expect(figureWords(terms, { pausedUntil: '2026-11-26T10:00:00.000Z' })).toBe('Paused by this rule');
  expect(figureWords(EVERY_PURCHASE, {})).toBe('Of the kind that the rule names');
});
