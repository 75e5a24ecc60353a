import './card-carousel.css';
import type { CardSummary } from '@wattle/contract/cards/card.ts';
import { type KeyboardEvent, useState } from 'react';
import { useFormat } from '../../i18n/format.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import { AppIcon } from '../../ui/app-icon.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Icon } from '../../ui/icon.tsx';
import { Stroke } from '../../ui/stroke.tsx';
import { CardBack } from './card-back.tsx';
import { CardPicture } from './card-picture.part.tsx';
import { useCardKind, useCardLabel } from './card-words.ts';
import { canFlip, cardKey, endingOf } from './cards.domain.ts';
import { useSnappedList } from './use-snapped-list.ts';

/** As many as stand side by side on a desktop without a pager. */
const SIDE_BY_SIDE = 3;

/** Two halves of a card and the line that it turns about. */
const TURN =
  'M12 3.5v2.5M12 10.75v2.5M12 18v2.5M8.5 6.5H5A1.5 1.5 0 0 0 3.5 8v8A1.5 1.5 0 0 0 5 17.5h3.5M15.5 6.5H19A1.5 1.5 0 0 1 20.5 8v8a1.5 1.5 0 0 1-1.5 1.5h-3.5';

const STEPS: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowLeft: -1 };

type CardCarouselProps = {
  readonly cards: readonly CardSummary[];
  readonly index: number;
  readonly onSelect: (index: number) => void;
};

/** The caller's cards: a list to swipe, with buttons and arrow keys; it wraps around and never moves by itself. */
export function CardCarousel({ cards, index, onSelect }: CardCarouselProps) {
  const t = useTexts('cards');
  const { ref, focus } = useSnappedList(index, onSelect);
  const isMany = cards.length > SIDE_BY_SIDE;

  const stepByKey = (event: KeyboardEvent) => {
    const step = STEPS[event.key];
    if (step === undefined || cards.length < 2) return;
    event.preventDefault();
    const next = (index + step + cards.length) % cards.length;
    onSelect(next);
    focus(next);
  };

  return (
    <div
      className={classNames(
        'carousel',
        cards.length === 1 && 'carousel--one',
        isMany ? 'carousel--many' : 'carousel--side-by-side',
      )}
    >
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- arrow keys of the buttons within */}
      <ul className="carousel__list" aria-label={t('home.yourCards')} ref={ref} onKeyDown={stepByKey}>
        {cards.map((card, position) => (
          <CarouselCard
            key={cardKey(card)}
            card={card}
            isCurrent={position === index}
            onSelect={() => onSelect(position)}
          />
        ))}
      </ul>
      {cards.length > 1 && (
        <div className="carousel__pager">
          <button
            type="button"
            className="carousel__step"
            aria-label={t('home.previousCard')}
            onClick={() => onSelect(index - 1)}
          >
            <AppIcon name="previous" />
          </button>
          <p aria-live="polite">
            <b>{cards[index]?.CardName}</b> · {t('home.position', { index: index + 1, count: cards.length })}
          </p>
          <button
            type="button"
            className="carousel__step"
            aria-label={t('home.nextCard')}
            onClick={() => onSelect(index + 1)}
          >
            <Icon name="next" />
          </button>
        </div>
      )}
    </div>
  );
}

type CarouselCardProps = { readonly card: CardSummary; readonly isCurrent: boolean; readonly onSelect: () => void };

function CarouselCard({ card, isCurrent, onSelect }: CarouselCardProps) {
  const t = useTexts('cards');
  const format = useFormat();
  const labelOf = useCardLabel();
  const kindOf = useCardKind();
  const [wantsBack, setWantsBack] = useState(false);
  const canTurn = isCurrent && canFlip(card);
  const showsBack = wantsBack && canTurn;
  const name = card.CardName;
  return (
    <li className={classNames('carousel__item', isCurrent && 'carousel__item--current')}>
      <div className="carousel__card">
        <div className={classNames('carousel__stage', showsBack && 'carousel__stage--back')}>
          <div className="carousel__flip">
            <div className="carousel__face" inert={showsBack}>
              <CardPicture card={card} />
              <button
                type="button"
                className="carousel__pick"
                aria-label={labelOf(card)}
                aria-current={isCurrent || undefined}
                onClick={onSelect}
              />
            </div>
            {canTurn && (
              <div className="carousel__face carousel__face--back" inert={!showsBack}>
                <CardBack card={card} />
              </div>
            )}
          </div>
        </div>
        {canTurn && (
          <button
            type="button"
            className="carousel__turn"
            aria-label={t(showsBack ? 'card.front' : 'card.back', { name })}
            onClick={() => setWantsBack(!showsBack)}
          >
            <Stroke shape={TURN} size="s" />
          </button>
        )}
      </div>
      <p className="carousel__caption">
        <span>
          <b>{name}</b>
          {kindOf(card)} ·· {endingOf(card.MaskedCardNumber)}
        </span>
        <span className="figures">{format.money(card.AvailableAccountBalance)}</span>
      </p>
    </li>
  );
}
