import type { Language } from '@wattle/contract/rules/languages.ts';
import { type Brand, brandWords } from '../../brands/public.ts';

/** Version of the texts of the agreement. It changes when their content does. */
export const AGREEMENT_VERSION = '1';
const SECTIONS = ['take', 'when', 'change', 'stop', 'yours', 'back', 'ask', 'privacy'] as const;

export type Agreement = {
  readonly title: string;
  readonly sections: readonly { readonly heading: string; readonly text: string }[];
};

/** The direct debit agreement in the words of a brand. */
export function agreementOf(brand: Brand, language: Language): Agreement {
  const words = brandWords(brand, language);
  return {
    title: words('directDebit:title'),
    sections: SECTIONS.map((name) => ({
      heading: words(`directDebit:${name}.heading`),
      text: words(`directDebit:${name}.text`),
    })),
  };
}
