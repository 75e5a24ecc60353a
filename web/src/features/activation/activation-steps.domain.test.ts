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

it('names each part of the progress once', () => {
  const parts = ['card', 'account', 'tax', 'agree', 'pin'];
  expect(progressOf(chosen, 'accountSetup')).toEqual({ parts, at: 1, isWhole: true });
});

it('shows no total before the code, nor before the choice of a login', () => {
  expect(progressOf(undefined, 'card')).toEqual({ parts: ['card'], at: 0, isWhole: false });
  expect(progressOf(steps, 'loginOption')).toEqual({ parts: ['card', 'account'], at: 1, isWhole: false });
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
