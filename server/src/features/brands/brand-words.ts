import type { Language } from '@wattle/contract/rules/languages.ts';
import { type TextVariables, wordsOf } from '@wattle/contract/rules/wording.ts';
import { productTexts } from '../../platform/text/texts.ts';
import type { Brand } from './brand-settings.ts';

/** Words of a full key (`transfers:row.to`). */
export type BrandWords = (key: string, variables?: TextVariables) => string;

/** The texts as a page of the brand shows them: the brand's own over the product's. */
export function brandWords(brand: Brand, language: Language): BrandWords {
  const own = brand.texts[language];
  const everywhere = { brand: brand.name, phone: brand.settings.SupportPhoneNumber };
  const find = (key: string) => {
    const [feature = '', name = ''] = key.split(':');
    return own[key] ?? productTexts(language, feature)[name];
  };
  return (key, variables = {}) => {
    const words = wordsOf(find, language, key, { ...everywhere, ...variables });
    if (words === undefined) throw new Error(`there is no text ${key}`);
    return words;
  };
}
