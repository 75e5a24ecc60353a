import { expect, it } from 'vitest';
import { usernameKind } from '../access/public.ts';
import { validationResult } from './sign-up.domain.ts';

it.each([
  ['999', undefined],
  ['010', { isCurrent: true, isNameFree: true, hasLogin: false }],
  ['000', { isCurrent: true, isNameFree: false, hasLogin: false }],
  ['011', { isCurrent: true, isNameFree: true, hasLogin: true }],
  ['110', { isCurrent: false, isNameFree: true, hasLogin: false }],
])('a validation reads %s', (expected, facts) => {
  expect(validationResult(facts)).toBe(expected);
});

// Login methods: email 1, account 2, email or account 3, email or mobile 4.
it.each([
  [1, 'robin@example.com', 'email'],
  [1, 'robin.vale', undefined],
  [2, 'robin.vale', 'username'],
  [2, 'robin@example.com', 'username'],
  [2, 'ab', undefined],
  [2, '200200015', undefined],
  [2, '200200015-01', undefined],
  // They would be looked up as the account number of someone else, or as their mobile number.
  [2, '200.200.015', undefined],
  [3, '200-200-015', undefined],
  [3, '0400.000.030', undefined],
  [2, '200200015a', 'username'],
  [3, 'robin@example.com', 'email'],
  [3, '李伟2026', 'username'],
  [4, '0400000030', undefined],
])('with login method %i the name %s is of kind %s', (method, name, kind) => {
  expect(usernameKind(method, name)).toBe(kind);
});
