import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { type TextVariables, wordsOf } from '@wattle/contract/rules/wording.ts';

const FOLDER = resolve(import.meta.dirname, '../../texts/zhCN');
const files = new Map<string, Readonly<Record<string, string>>>();

function find(key: string): string | undefined {
  const [feature = '', name = ''] = key.split(':');
  const known = files.get(feature);
  const texts =
    known ?? (JSON.parse(readFileSync(resolve(FOLDER, `${feature}.json`), 'utf8')) as Record<string, string>);
  files.set(feature, texts);
  return texts[name];
}

/** The Chinese words of a text, `feature:key`, by which a journey in Chinese finds what it presses. */
export function zh(key: string, variables: TextVariables = {}): string {
  const words = wordsOf(find, 'zhCN', key, variables);
  if (words === undefined) throw new Error(`There is no Chinese text ${key}`);
  return words;
}
