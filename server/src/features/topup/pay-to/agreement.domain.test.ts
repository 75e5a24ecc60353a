import { expect, it } from 'vitest';
import { linesOf } from '../../../../test-support/state-matrix.ts';
import { AGREEMENT, AGREEMENT_STATES } from './agreement.states.domain.ts';
import { consequenceOf, troubleOf } from './refused-debit.domain.ts';

it('an agreement follows its table of states', () => {
  // Asked, Pending, Active, Paused, Declined, Expired, Failed, Cancelled
  expect(linesOf(AGREEMENT, AGREEMENT_STATES)).toEqual([
    'take | bank | Pending = = = = = = =',
    'activate | bank | Active Active = Active = = = =',
    'pause | bank | Paused Paused Paused Paused = = = =',
    'decline | bank | Declined Declined Declined Declined = = = =',
    'lapse | bank | Expired Expired Expired Expired = = = =',
    'fail | bank | Failed Failed Failed Failed = = = =',
    'cancel | programme bank | Cancelled Cancelled Cancelled Cancelled = = = =',
  ]);
});

it.each([
  ['AM04', 'noFunds', 'retry', 'stop'],
  ['AG07', 'noFunds', 'retry', 'stop'],
  ['AM21', 'limit', 'stop', 'stop'],
  ['SL13', 'limit', 'stop', 'stop'],
  ['SL14', 'limit', 'stop', 'stop'],
  ['NACT', 'notActive', 'later', 'later'],
  ['MCGP', 'notActive', 'later', 'later'],
  ['AM09', 'ours', 'stop', 'stop'],
  ['NAUT', 'ours', 'stop', 'stop'],
  ['AM06', 'ours', 'stop', 'stop'],
  ['invalid', 'ours', 'stop', 'stop'],
  ['AC02', 'account', 'end', 'end'],
  ['AC05', 'account', 'end', 'end'],
  ['AC06', 'account', 'end', 'end'],
  ['AC13', 'account', 'end', 'end'],
  ['AB08', 'bankAway', 'later', 'later'],
  ['never_received', 'bankAway', 'later', 'later'],
  ['NARR', 'noReason', 'retry', 'stop'],
  ['ZZ99', 'noReason', 'retry', 'stop'],
] as const)('a debit refused with %s is %s: %s, and %s after two retries', (code, trouble, first, third) => {
  expect(troubleOf(code)).toBe(trouble);
  expect([consequenceOf(trouble, 0, 2), consequenceOf(trouble, 1, 2)]).toEqual([first, first]);
  expect(consequenceOf(trouble, 2, 2)).toBe(third);
});
