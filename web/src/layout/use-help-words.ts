import { DEFAULT_LANGUAGE } from '@wattle/contract/rules/languages.ts';
import { useBrand } from '../brand/brand.ts';
import { useLanguage } from '../i18n/use-texts.ts';

/** Words of a brand on where to find the numbers of a card; null: the product has its own. */
export type HelpWords = { readonly cardId: string | null; readonly activationCode: string | null };

/** The settings have one language; a brand's words in another one lie over the product's texts. */
export function useHelpWords(): HelpWords {
  const { CardIdHelpInfoText: cardId, ActivationCodeHelpInfoText: activationCode } = useBrand();
  return useLanguage() === DEFAULT_LANGUAGE ? { cardId, activationCode } : { cardId: null, activationCode: null };
}
