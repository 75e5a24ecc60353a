import type { Language } from '@wattle/contract/rules/languages.ts';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

const TEXTS_FOLDER = path.join(import.meta.dirname, '../../../../texts');

const read = new Map<string, Readonly<Record<string, string>>>();

/** The product's own texts of a feature, from the files that the web app also uses. Cached after the first read. */
export function productTexts(locale: Language, feature: string): Readonly<Record<string, string>> {
  const file = path.join(TEXTS_FOLDER, locale, `${feature}.json`);
  const known = read.get(file);
  if (known) return known;
  const texts = JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>;
  read.set(file, texts);
  return texts;
}

/** All of the product's own texts, `feature:key` to text. */
export function allProductTexts(locale: Language): Readonly<Record<string, string>> {
  const files = readdirSync(path.join(TEXTS_FOLDER, locale)).filter((name) => name.endsWith('.json'));
  return Object.fromEntries(
    files.flatMap((name) => {
      const feature = name.slice(0, -'.json'.length);
      return Object.entries(productTexts(locale, feature)).map(([key, text]) => [`${feature}:${key}`, text]);
    }),
  );
}
