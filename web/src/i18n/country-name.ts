import { LANGUAGE_TAG, type Language } from '@wattle/contract/rules/languages.ts';

/** The name of a country by its two letters, which stand where it has none. */
export function countryName(code: string, language: Language): string {
  return new Intl.DisplayNames([LANGUAGE_TAG[language]], { type: 'region' }).of(code) ?? code;
}
