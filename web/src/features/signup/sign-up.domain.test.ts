import { expect, it } from 'vitest';
import { signUpOutcome } from './sign-up.domain.ts';

it.each([
  ['010', 'agree'],
  ['000', 'nameTaken'],
  ['011', 'existing'],
  ['001', 'existing'],
  ['110', 'notCurrent'],
  ['111', 'notCurrent'],
  ['999', 'notFound'],
])('the result %s leads to %s', (result, expected) => {
  expect(signUpOutcome(result)).toBe(expected);
});
