import { expect, it } from 'vitest';
import { elsewhereFrom, progressOf } from './activation-steps.domain.ts';

const steps = [
  { Name: 'loginOption', IsDone: false },
  { Name: 'accountSetup', IsDone: false },
  { Name: 'taxFile', IsDone: false },
  { Name: 'consent', IsDone: false },
  { Name: 'pin', IsDone: false },
] as const;

const chosen = steps.map((step) => ({ ...step, IsDone: step.Name === 'loginOption' }));

it('has the same number of parts before the code, before the choice of a login, and after', () => {
  expect(progressOf(undefined, 'card')).toEqual({
    parts: ['card', 'details', 'checks', 'ready'],
    at: 0,
    next: 'details',
  });
  const parts = ['card', 'details', 'checks', 'pin'];
  expect(progressOf(steps, 'loginOption')).toEqual({ parts, at: 1, next: 'checks' });
  expect(progressOf(chosen, 'accountSetup')).toEqual({ parts, at: 1, next: 'checks' });
  expect(progressOf(chosen, 'pin')).toEqual({ parts, at: 3, next: null });
});

it('names the next part that asks for something', () => {
  const existing = [
    { Name: 'login', IsDone: false },
    { Name: 'confirm', IsDone: false },
  ] as const;
  expect(progressOf(existing, 'login')).toEqual({
    parts: ['card', 'details', 'checks', 'ready'],
    at: 1,
    next: 'ready',
  });
});

it.each([
  ['accountSetup', 'loginOption', null],
  ['login', 'loginOption', null],
  ['consent', 'accountSetup', 'accountSetup'],
  ['accountSetup', 'pin', null],
  ['eKyc', 'consent', 'consent'],
  ['pin', 'pin', null],
] as const)('redirects the page of %s, while %s is next, to %s', (page, next, expected) => {
  expect(elsewhereFrom(steps, next, page)).toBe(expected);
});
