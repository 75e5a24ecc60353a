import './card-picker.css';
import type { CardSummary } from '@wattle/contract/cards/card.ts';
import { useOwnedMoney } from '../../i18n/hidden-money.tsx';
import { useTexts } from '../../i18n/use-texts.ts';
import { AppIcon } from '../../ui/app-icon.tsx';
import { Skeleton } from '../../ui/pages/skeleton.tsx';
import { cardKey, endingOf } from './cards.domain.ts';

type CardPickerProps = {
  /** Id of the list, used where there is a choice. */
  readonly id?: string;
  readonly cards: readonly CardSummary[];
  readonly index: number;
  readonly onSelect: (index: number) => void;
};

/** The card of a page. If there are several, its face is a list to choose from. */
export function CardPicker({ id, cards, index, onSelect }: CardPickerProps) {
  const t = useTexts('transactions');
  const owned = useOwnedMoney();
  const card = cards[index];
  if (!card) return null;
  const hasChoice = cards.length > 1;
  return (
    <div className="card-picker">
      {card.CardThumbnail !== null && (
        <img className="card-picker__art" src={card.CardThumbnail} alt="" width="64" height="40" />
      )}
      <p className="card-picker__words" aria-hidden={hasChoice || undefined}>
        <b>
          <span className="card-picker__name">{card.CardName}</span> ·· {endingOf(card.MaskedCardNumber)}
        </b>
        <span className="card-picker__available figures">
          {t('available', { amount: owned(card.AvailableAccountBalance) })}
        </span>
      </p>
      {hasChoice && (
        <>
          <AppIcon name="down" size="s" />
          <select
            id={id}
            className="card-picker__select"
            aria-label={t('chooseCard')}
            value={index}
            onChange={(event) => onSelect(Number(event.target.value))}
          >
            {cards.map((option, position) => (
              <option key={cardKey(option)} value={position}>
                {t('cardEnding', { name: option.CardName, ending: endingOf(option.MaskedCardNumber) })}
              </option>
            ))}
          </select>
        </>
      )}
    </div>
  );
}

/** Placeholder before the cards are loaded. */
export function CardPickerWaiting() {
  return (
    <div className="card-picker" aria-hidden="true">
      <Skeleton width="4rem" height="2.5rem" />
      <span className="card-picker__waiting">
        <Skeleton width="9rem" />
        <Skeleton width="6rem" />
      </span>
    </div>
  );
}
