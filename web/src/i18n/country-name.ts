import { LANGUAGE_TAG, type Language } from '@wattle/contract/rules/languages.ts';

/** The name of a country by its two letters; the letters themselves if it has no name. */
export function countryName(code: string, language: Language): string {
  return new Intl.DisplayNames([LANGUAGE_TAG[language]], { type: 'region' }).of(code) ?? code;
}
