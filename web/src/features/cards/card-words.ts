import { type CardSummary, PRODUCT_TYPE } from '@wattle/contract/cards/card.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import { endingOf, overlayOf } from './cards.domain.ts';

type Scheme = Pick<CardSummary, 'CardScheme' | 'ProductType'>;

const KINDS = {
  [PRODUCT_TYPE.credit]: 'credit',
  [PRODUCT_TYPE.debit]: 'debit',
  [PRODUCT_TYPE.prepaid]: 'prepaid',
} as const;

/** `Visa Debit`, `Mastercard Prepaid`. Schemes keep their names in every language. */
export function useSchemeName(): (card: Scheme) => string {
  const t = useTexts('cards');
  return (card) => t('card.schemeKind', { scheme: card.CardScheme, kind: t(`card.${KINDS[card.ProductType]}`) });
}

/** Maximum length of a scheme's name with which the kind of card still fits on the picture. */
const SHORT = 6;

/**
 * Scheme printed on the card picture, in short form because its muted side is too narrow for a long name and the kind.
 */
export function usePrintedScheme(): (card: Scheme) => string {
  const schemeName = useSchemeName();
  return (card) => (card.CardScheme.length > SHORT ? card.CardScheme : schemeName(card));
}

/** Text alternative of a card picture for screen readers. */
export function useCardLabel(): (card: CardSummary) => string {
  const t = useTexts('cards');
  const schemeName = useSchemeName();
  return (card) => {
    const overlay = overlayOf(card);
    const [name, scheme] = [card.CardName, schemeName(card)];
    if (card.IsBeingMade)
      return t('card.labelState', { label: `${name}, ${scheme}`, state: t(`card.state.${overlay ?? 'beingMade'}`) });
    const label = t('card.label', { name, scheme, ending: endingOf(card.MaskedCardNumber), expiry: card.Expiry });
    return overlay === null ? label : t('card.labelState', { label, state: t(`card.state.${overlay}`) });
  };
}

/** Kind of the card in a word or two, shown beside its ending under the picture. */
export function useCardKind(): (card: CardSummary) => string {
  const t = useTexts('cards');
  return (card) => {
    const overlay = overlayOf(card);
    if (overlay !== null) return t(`card.state.${overlay}`);
    if (card.IsVirtualCard) return t('card.kind.virtual');
    return t(card.IsReloadable ? 'card.kind.reloadable' : 'card.kind.singleLoad');
  };
}
