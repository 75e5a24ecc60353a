import { expect, test } from 'vitest';
import { passcodeGreeting } from './passcode-greeting.domain.ts';

test.each([
  ['Amelia', 'enAU', 'signIn.hello'],
  ['Li', 'zhCN', 'signIn.lead'],
  ['伟', 'zhCN', 'signIn.lead'],
  [null, 'enAU', 'signIn.lead'],
  ['', 'enAU', 'signIn.lead'],
] as const)('greets %s in %s with %s', (firstName, language, key) => {
  expect(passcodeGreeting(firstName, language)).toBe(key);
});
