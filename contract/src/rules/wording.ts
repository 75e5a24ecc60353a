import { HAS_SINGULAR, type Language } from './languages.ts';

export type TextVariables = Readonly<Record<string, string | number>>;

/** The text of a full key (`feature:key`), undefined if there is none. */
export type FindText = (key: string) => string | undefined;

/** `one` or `other`, as the language counts. */
function pluralOf(language: Language, count: number): 'one' | 'other' {
  return HAS_SINGULAR[language] && count === 1 ? 'one' : 'other';
}

/** The short placeholders: `%1` is the name of the brand, `%2` the contact of its support. */
const SHORT: Readonly<Record<string, string>> = { '%1': 'brand', '%2': 'phone' };

/**
 * Puts values in place of `{{name}}`, and those of the brand in place of `%1` and `%2`. A missing value becomes empty,
 * and an unknown short placeholder stays. Placeholders within values are not replaced.
 */
export function fillIn(text: string, variables: TextVariables): string {
  if (!text.includes('{') && !text.includes('%')) return text;
  return text.replace(/\{\{(\w+)\}\}|%[12](?!\w)/g, (placeholder, name: string | undefined) =>
    String(name === undefined ? (variables[SHORT[placeholder] ?? ''] ?? placeholder) : (variables[name] ?? '')),
  );
}

/**
 * The words of a key in a language. With a `count`, the plural form of that number comes first
 * (`rows_one`, `rows_other`), then the key itself. Undefined if there is no such text.
 */
export function wordsOf(find: FindText, language: Language, key: string, variables: TextVariables): string | undefined {
  const { count } = variables;
  const plural = typeof count === 'number' ? find(`${key}_${pluralOf(language, count)}`) : undefined;
  const text = plural ?? find(key);
  return text === undefined ? undefined : fillIn(text, variables);
}
