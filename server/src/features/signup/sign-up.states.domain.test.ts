import { expect, it } from 'vitest';
import { linesOf } from '../../../test-support/state-matrix.ts';
import { SIGN_UP, SIGN_UP_STATES, stateOfSignUp } from './sign-up.states.domain.ts';

it('the state table of sign-ups allows exactly the specified transitions', () => {
  expect(linesOf(SIGN_UP, SIGN_UP_STATES)).toEqual([
    'rightCode | visitor | Proved –access_code_wrong = –token_invalid –token_expired',
    'wrongCode | visitor | –access_code_wrong –access_code_wrong –access_code_wrong –token_invalid –token_expired',
    'make | visitor | –token_invalid –token_invalid Made = –token_expired',
  ]);
});

const RULE = { codeMs: 10, wrongCodes: 5 };
const FRESH = { createdAt: 100, endsAt: 130, wrongCodes: 0, isProved: false, isMade: false };

it.each([
  ['Waiting', {}, 109],
  ['Spent', {}, 110],
  ['Waiting', { wrongCodes: 4 }, 101],
  ['Spent', { wrongCodes: 5 }, 101],
  ['Proved', { wrongCodes: 4, isProved: true }, 129],
  ['Expired', { isProved: true }, 130],
  ['Expired', {}, 130],
  ['Made', { isProved: true, isMade: true }, 131],
])('a sign-up is %s with %o at %i', (state, more, at) => {
  expect(stateOfSignUp({ ...FRESH, ...more }, RULE, at)).toBe(state);
});
