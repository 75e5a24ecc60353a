import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Page } from '@playwright/test';
import type { Language } from '@wattle/contract/rules/languages.ts';
import { type TextVariables, wordsOf } from '@wattle/contract/rules/wording.ts';

const FOLDER = resolve(import.meta.dirname, '../../texts');
const files = new Map<string, Readonly<Record<string, string>>>();

function wordsIn(language: Language, key: string, variables: TextVariables): string {
  const find = (full: string) => {
    const [feature = '', name = ''] = full.split(':');
    const path = resolve(FOLDER, language, `${feature}.json`);
    const texts = files.get(path) ?? (JSON.parse(readFileSync(path, 'utf8')) as Record<string, string>);
    files.set(path, texts);
    return texts[name];
  };
  const words = wordsOf(find, language, key, variables);
  if (words === undefined) throw new Error(`There is no text ${key} in ${language}`);
  return words;
}

/** Chinese text of a key `feature:key`, by which a Chinese journey finds its controls. */
export function zh(key: string, variables: TextVariables = {}): string {
  return wordsIn('zhCN', key, variables);
}

/** Journey in both languages. The gate runs it in Chinese if another journey of its feature is in English there. */
export const BOTH_LANGUAGES = [
  {
    locale: 'en-AU',
    words: (key: string, variables: TextVariables = {}) => wordsIn('enAU', key, variables),
    tag: ['@phone'],
  },
  { locale: 'zh-CN', words: zh, tag: ['@gate', '@phone'] },
];

/** Text of a key in the language of the page. */
export async function wordsOn(page: Page, key: string, variables: TextVariables = {}): Promise<string> {
  const isChinese = (await page.locator('html').getAttribute('lang')) === 'zh-CN';
  return wordsIn(isChinese ? 'zhCN' : 'enAU', key, variables);
}
