import { expect, it } from 'vitest';
import { elsewhereFrom, progressOf } from './activation-steps.domain.ts';

const steps = [
  { Name: 'loginOption', IsDone: false },
  { Name: 'accountSetup', IsDone: false },
  { Name: 'taxFile', IsDone: false },
  { Name: 'consent', IsDone: false },
  { Name: 'pin', IsDone: false },
] as const;

it('names each part of the progress once', () => {
  expect(progressOf(steps, 'accountSetup')).toEqual({ parts: ['card', 'account', 'tax', 'agree', 'pin'], at: 1 });
  expect(progressOf(undefined, 'card')).toEqual({ parts: ['card', 'account', 'pin'], at: 0 });
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
