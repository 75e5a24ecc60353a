import type { Language } from '@wattle/contract/rules/languages.ts';
import { productTexts } from '../../platform/texts.ts';

/** Fees by name; the words of each stand in `texts`. */
export const FEE_NAMES = ['cardReplacement', 'additionalCard', 'upgrade', 'autoTopUp', 'foreign', 'other'] as const;
export type FeeName = (typeof FEE_NAMES)[number];

/** Words in the payer's list. */
export function wordsOfFee(name: FeeName, language: Language): string {
  const words = productTexts(language, 'fees')[`name.${name}`];
  if (words === undefined) throw new Error(`the fee ${name} has no words in ${language}`);
  return words;
}
