import { DEFAULT_LANGUAGE } from '@wattle/contract/rules/languages.ts';
import { productTexts } from '../platform/text/texts.ts';

/** A refusal of the product in its own words, by its code on the wire. Undefined: there is no such code. */
export function wordsOfCode(code: string | undefined): string | undefined {
  const words = code === undefined ? undefined : productTexts(DEFAULT_LANGUAGE, 'errors')[code];
  return words && (/[.!?]$/.test(words) ? words : `${words}.`);
}
