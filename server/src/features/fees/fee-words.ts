import type { Language } from '@wattle/contract/rules/languages.ts';
import { productTexts } from '../../platform/text/texts.ts';

/** Names of fees; their descriptions are in `texts`. */
export const FEE_NAMES = ['cardReplacement', 'additionalCard', 'upgrade', 'autoTopUp', 'foreign', 'other'] as const;
export type FeeName = (typeof FEE_NAMES)[number];

/** Description in the payer's list. */
export function wordsOfFee(name: FeeName, language: Language): string {
  const words = productTexts(language, 'postings')[`fee.${name}`];
  if (words === undefined) throw new Error(`the fee ${name} has no words in ${language}`);
  return words;
}
