import './card-back.css';
import { getCardDetails } from '@wattle/contract/cards/home.ts';
import type { CardSummary } from '@wattle/contract/cards/card.ts';
import { useOperation } from '../../api/use-operation.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import { cardReferenceOf } from './cards.domain.ts';

/** The back of a card: its holder, and the details for payments to it. Never the full number. */
export function CardBack({ card }: { readonly card: CardSummary }) {
  const t = useTexts('cards');
  const details = useOperation(getCardDetails, { body: { Card: cardReferenceOf(card) } });
  const facts: readonly (readonly [label: string, value: string | undefined])[] = [
    [t('card.nameOnCard'), details.data?.EmbossedName],
    [t('card.number'), card.MaskedCardNumber],
    [t('card.expires'), card.Expiry],
    [t('card.bsb'), card.IsReloadable ? details.data?.Bsb : undefined],
    [t('card.account'), card.AccountNumberFormatted],
  ];
  return (
    <section className="card-back" aria-label={t('card.backOf', { name: card.CardName })}>
      <span className="card-back__stripe" aria-hidden="true" />
      <dl className="card-back__facts">
        {facts
          .filter(([, value]) => value !== undefined && value !== '')
          .map(([label, value]) => (
            <FactRow key={label} label={label} value={value ?? ''} />
          ))}
      </dl>
      <p className="card-back__help">{t('card.lostIt')}</p>
    </section>
  );
}

function FactRow({ label, value }: { readonly label: string; readonly value: string }) {
  return (
    <>
      <dt>{label}</dt>
      <dd>{value}</dd>
    </>
  );
}
