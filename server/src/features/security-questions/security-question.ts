import { LANGUAGES, type Language } from '@wattle/contract/rules/languages.ts';
import { productTexts } from '../../platform/text/texts.ts';
import type { Brand } from '../brands/public.ts';

/**
 * The words of a security question in a language, as the brand words it, else the product. Four are
 * fixed; a fifth and sixth exist where they are translated. Null for a number without words.
 */
export function securityQuestionText(brand: Brand | undefined, locale: Language, question: number): string | null {
  const key = `securityQuestion.${question}`;
  return brand?.texts[locale][`profile:${key}`] ?? productTexts(locale, 'profile')[key] ?? null;
}

/** Whether a question can be chosen: it has words. A fifth and a sixth have none unless they are translated. */
export function isQuestionOffered(brand: Brand | undefined, question: number): boolean {
  return LANGUAGES.some((locale) => securityQuestionText(brand, locale, question) !== null);
}
