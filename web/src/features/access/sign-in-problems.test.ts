import { expect, test } from 'vitest';
import { REFUSED } from '../../ui/use-form.ts';
import { isLock, wordsOfProblems } from './sign-in-problems.ts';

const fieldIds = { card: 'card', accessCode: 'access-code' };
const wordsOf = (name: string, key: string) => `${name} ${key}`;

test('says the same words in the summary and at the field, in the order of the form', () => {
  const words = wordsOfProblems(
    { accessCode: 'required', card: 'cardNumberInvalid' },
    { fieldIds, refusal: null, wordsOf },
  );
  expect(words.summary).toEqual([
    { fieldId: 'card', text: 'card cardNumberInvalid' },
    { fieldId: 'access-code', text: 'accessCode required' },
  ]);
  expect(words.field('card')).toEqual({ error: 'card cardNumberInvalid' });
  expect(words.field('accessCode')).toEqual({ error: 'accessCode required' });
});

test('leaves a field without a problem alone', () => {
  const words = wordsOfProblems({ accessCode: 'required' }, { fieldIds, refusal: null, wordsOf });
  expect(words.field('card')).toEqual({});
  expect(words.summary).toHaveLength(1);
});

test('says a refusal once and marks both fields with it', () => {
  const words = wordsOfProblems(
    { card: REFUSED, accessCode: REFUSED },
    { fieldIds, refusal: 'Invalid card details', wordsOf },
  );
  expect(words.summary).toEqual([{ fieldId: 'card', text: 'Invalid card details' }]);
  expect(words.field('card')).toEqual({ error: 'Invalid card details' });
  expect(words.field('accessCode')).toEqual({ wrongWith: 'card' });
});

test.each([
  ['20043', true],
  ['20245', true],
  ['20040', false],
  ['10000', false],
  [null, false],
])('tells whether %s ends by waiting: %s', (code, expected) => {
  expect(isLock(code)).toBe(expected);
});
