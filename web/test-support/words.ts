import type { Language } from '@wattle/contract/rules/languages.ts';
import { type TextVariables, wordsOf } from '@wattle/contract/rules/wording.ts';

const FILES = import.meta.glob<Readonly<Record<string, string>>>('../../texts/*/*.json', {
  import: 'default',
  eager: true,
});

/** For screens with texts so long that each has to be checked. */
export const LANGUAGES: readonly Language[] = ['enAU', 'zhCN'];

/** The words of a text, `feature:key`, by which a test in each language finds what it presses. */
export function wordsIn(language: Language, key: string, variables: TextVariables = {}): string {
  const find = (full: string) => {
    const [feature = '', name = ''] = full.split(':');
    return FILES[`../../texts/${language}/${feature}.json`]?.[name];
  };
  const words = wordsOf(find, language, key, variables);
  if (words === undefined) throw new Error(`There is no text ${key} in ${language}`);
  return words;
}
