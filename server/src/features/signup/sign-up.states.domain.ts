import { DONE, refused, type StateTable, to } from '../../platform/state-table.domain.ts';

export const SIGN_UP_STATES = ['Waiting', 'Spent', 'Proved', 'Made', 'Expired'] as const;

/**
 * Waiting: for its code. Spent: the code is too old, or was wrong too often. Proved: the right code was entered. Made:
 * the login exists. Expired: the time of the sign-up has ended.
 */
export type SignUpState = (typeof SIGN_UP_STATES)[number];

export type SignUpEvent = 'rightCode' | 'wrongCode' | 'make';
export type SignUpRefusal = 'access_code_wrong' | 'token_invalid' | 'token_expired';

const WRONG = refused('access_code_wrong');
const INVALID = refused('token_invalid');
const EXPIRED = refused('token_expired');
const may = { visitor: true } as const;

/** State table of a sign-up: its codes, and the call that makes the login. */
export const SIGN_UP: StateTable<SignUpState, SignUpEvent, 'visitor', SignUpRefusal> = {
  rightCode: { may, in: { Waiting: to('Proved'), Spent: WRONG, Proved: DONE, Made: INVALID, Expired: EXPIRED } },
  // Counted while the sign-up waits; one too many leaves it spent.
  wrongCode: { may, in: { Waiting: WRONG, Spent: WRONG, Proved: WRONG, Made: INVALID, Expired: EXPIRED } },
  // A repeated call finds the login created, for any holder of the token.
  make: { may, in: { Waiting: INVALID, Spent: INVALID, Proved: to('Made'), Made: DONE, Expired: EXPIRED } },
};

/** Stored facts of a sign-up. Times in milliseconds, security clock. */
export type SignUpFacts = {
  readonly createdAt: number;
  readonly endsAt: number;
  readonly wrongCodes: number;
  readonly isProved: boolean;
  readonly isMade: boolean;
};

export type CodeRule = { readonly codeMs: number; readonly wrongCodes: number };

export function stateOfSignUp(facts: SignUpFacts, rule: CodeRule, nowMs: number): SignUpState {
  if (facts.isMade) return 'Made';
  if (nowMs >= facts.endsAt) return 'Expired';
  if (facts.isProved) return 'Proved';
  return facts.wrongCodes >= rule.wrongCodes || nowMs - facts.createdAt >= rule.codeMs ? 'Spent' : 'Waiting';
}
