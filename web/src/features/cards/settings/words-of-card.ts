import type { CardSummary } from '@wattle/contract/cards/card.ts';
import type { TextVariables } from '@wattle/contract/rules/wording.ts';
import { useTexts } from '../../../i18n/use-texts.ts';

/** A text of `settings` for a card. Where a text means plastic, a virtual card has another one. */
export function useWordsOfCard({ IsVirtualCard }: Pick<CardSummary, 'IsVirtualCard'>) {
  const t = useTexts('settings');
  return (key: string, variables?: TextVariables): string =>
    t(IsVirtualCard && t.has(`${key}.virtual`) ? `${key}.virtual` : key, variables);
}
