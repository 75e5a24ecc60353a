import type { Language } from '@wattle/contract/rules/languages.ts';
import { productTexts } from './texts.ts';

/** Words by which people know that they are at a staging instance. No brand has its own. */
export function stagingWords(language: Language): Readonly<Record<'mark' | 'mail' | 'page' | 'document', string>> {
  const { mark = '', mail = '', page = '', document = '' } = productTexts(language, 'staging');
  return { mark, mail, page, document };
}
