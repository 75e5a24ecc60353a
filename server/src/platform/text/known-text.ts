import { inEachLanguage, type Language, LANGUAGES } from '@wattle/contract/rules/languages.ts';
import { productTexts } from './texts.ts';

/** A text of the product: its feature and key. */
export type TextName = readonly [feature: string, key: string];

/** Wordings of texts that are stored and no longer written. */
const FORMER: Readonly<Record<string, readonly string[]>> = {
  'topup:card.posted': ['银行卡充值，尾号 {{ending}}'],
  'topup:voucher.posted': ['充值券，尾号 {{ending}}'],
};

const patterns = new Map<string, readonly RegExp[]>();

/** The wordings of a text in every language, each with its variables as named groups. */
function patternsOf([feature, key]: TextName): readonly RegExp[] {
  const name = `${feature}:${key}`;
  const known = patterns.get(name);
  if (known) return known;
  const wordings = [...LANGUAGES.map((language) => wordingIn(language, [feature, key])), ...(FORMER[name] ?? [])];
  const made = wordings.filter((wording) => wording !== '').map(patternOf);
  patterns.set(name, made);
  return made;
}

function wordingIn(language: Language, [feature, key]: TextName): string {
  return productTexts(language, feature)[key] ?? '';
}

function patternOf(wording: string): RegExp {
  const parts = wording.split(/(\{\{\w+\}\})/);
  const source = parts.map((part) => (part.startsWith('{{') ? `(?<${part.slice(2, -2)}>.+)` : escaped(part)));
  return new RegExp(`^${source.join('')}$`, 'u');
}

const escaped = (text: string) => text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');

/** A stored text in each language, if it is one of these texts of the product in any of them. */
export function inAllLanguages(names: readonly TextName[], stored: string): Record<Language, string> | null {
  for (const name of names) {
    for (const pattern of patternsOf(name)) {
      const match = pattern.exec(stored);
      if (match) return inEachLanguage((language) => filled(wordingIn(language, name), match.groups ?? {}));
    }
  }
  return null;
}

function filled(wording: string, values: Readonly<Record<string, string>>): string {
  return wording.replace(/\{\{(\w+)\}\}/g, (_, variable: string) => values[variable] ?? '');
}
