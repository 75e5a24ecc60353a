import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { hashAnswer, isAnswer } from './answers.ts';

/** Hashes that can be read: what is hashed is what is kept. */
const secrets = {
  hashSecret: (plain: string) => Promise.resolve(`hash of ${plain}`),
  verifySecret: (hash: string | null, plain: string) => Promise.resolve(hash === `hash of ${plain}`),
};

test.each([
  ['[4-a]', 'O’Brien', "O'Brien"],
  ['[4-a]', 'O’Brien', 'O`Brien'],
  ['[4-a]', 'O’Brien', 'OBrien'],
  ['[4-a]', 'O’Brien', 'o’brien'],
  ['[4-d]', 'St. John’s', "St. John's"],
])('%s accepts for %s the answer %s', async (_case, chosen, typed) => {
  expect(await isAnswer(secrets, await hashAnswer(secrets, chosen), typed)).toBe(true);
});

test.each([
  // Stored by the former fold of maiden names and security answers: lower case, with signs and single spaces.
  ["o'brien", 'O’Brien'],
  ['o’brien', "O'Brien"],
  ['o’brien', 'O’BRIEN'],
  ['new york', ' New  York '],
  ['zoë', 'Zoe\u0308'],
  // Stored by the former fold of identity questions: without accents, with a space for each sign.
  ['st john s', 'St. John’s'],
])('accepts what was kept as %s before answers were folded', async (kept, typed) => {
  expect(await isAnswer(secrets, `hash of ${kept}`, typed)).toBe(true);
});

test('accepts no other answer, and none where there is no hash', async () => {
  const other = randomBytes(4).toString('hex');
  expect(await isAnswer(secrets, await hashAnswer(secrets, 'O’Brien'), other)).toBe(false);
  expect(await isAnswer(secrets, null, 'O’Brien')).toBe(false);
});
