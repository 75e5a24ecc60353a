import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { offeredQuestions, questionKey } from './security-questions.domain.ts';

const fixed = [1, 2, 3, 4].map(questionKey);
const offered = (...keys: readonly string[]) => offeredQuestions((key) => keys.includes(key));

describe('the security questions', () => {
  it.each(['enAU', 'zhCN'])('are four in %s', (language) => {
    const file = new URL(`../../../../texts/${language}/profile.json`, import.meta.url);
    const texts = JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>;
    expect(offeredQuestions((key) => key in texts)).toEqual([1, 2, 3, 4]);
  });

  it('are five or six if a fifth or sixth is translated, and never more', () => {
    expect(offered(...fixed, questionKey(5))).toEqual([1, 2, 3, 4, 5]);
    expect(offered(...fixed, questionKey(6))).toEqual([1, 2, 3, 4, 6]);
    expect(offered(...fixed, questionKey(5), questionKey(6), questionKey(7))).toEqual([1, 2, 3, 4, 5, 6]);
  });
});
