import './card-carousel.css';
import type { CardSummary } from '@wattle/contract/cards/card.ts';
import { useState, useSyncExternalStore } from 'react';
import { isNarrowPage, watchPageWidth } from '../../browser/page-width.ts';
import { OwnedMoney } from '../../i18n/hidden-money.tsx';
import { useTexts } from '../../i18n/use-texts.ts';
import { Carousel } from '../../ui/carousel.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Stroke } from '../../ui/charts/stroke.tsx';
import { CardBack } from './card-back.tsx';
import { CardPicture } from './card-picture.part.tsx';
import { useCardKind, useCardLabel } from './card-words.ts';
import { canFlip, cardKey, endingOf } from './cards.domain.ts';

/** Two halves of a card and the line between them. */
const TURN =
  'M12 3.5v2.5M12 10.75v2.5M12 18v2.5M8.5 6.5H5A1.5 1.5 0 0 0 3.5 8v8A1.5 1.5 0 0 0 5 17.5h3.5M15.5 6.5H19A1.5 1.5 0 0 1 20.5 8v8a1.5 1.5 0 0 1-1.5 1.5h-3.5';

type CardCarouselProps = {
  readonly cards: readonly CardSummary[];
  readonly index: number;
  readonly onSelect: (index: number) => void;
};

/** The caller's cards. */
export function CardCarousel({ cards, index, onSelect }: CardCarouselProps) {
  const t = useTexts('cards');
  // On a phone the cards are partly hidden at the edge of the page until the chosen one is pressed.
  const [isOpen, setOpen] = useState(false);
  return (
    <Carousel
      label={t('home.yourCards')}
      items={cards}
      keyOf={cardKey}
      index={index}
      onSelect={onSelect}
      isPeeking={!isOpen}
      render={(card, isCurrent, select) => (
        <CarouselCard
          card={card}
          isCurrent={isCurrent}
          isOpen={isOpen}
          isNear={isOpen || Math.abs(cards.indexOf(card) - index) <= 1}
          onSelect={isCurrent ? () => setOpen(!isOpen) : select}
        />
      )}
      previous={t('home.previousCard')}
      next={t('home.nextCard')}
      position={
        <>
          <b>{cards[index]?.CardName}</b> · {t('home.position', { index: index + 1, count: cards.length })}
        </>
      }
    />
  );
}

type CarouselCardProps = {
  readonly card: CardSummary;
  readonly isCurrent: boolean;
  /** Fully visible on a phone. */
  readonly isOpen: boolean;
  /** Visible on a phone where the cards are partly hidden, or next to the visible one. */
  readonly isNear: boolean;
  readonly onSelect: () => void;
};

function CarouselCard({ card, isCurrent, isOpen, isNear, onSelect }: CarouselCardProps) {
  const t = useTexts('cards');
  const labelOf = useCardLabel();
  const kindOf = useCardKind();
  const [wantsBack, setWantsBack] = useState(false);
  const isNarrow = useIsNarrow();
  const canTurn = isCurrent && canFlip(card);
  const showsBack = wantsBack && canTurn;
  const name = card.CardName;
  return (
    <>
      <div className="carousel-card">
        <div className={classNames('carousel-card__stage', showsBack && 'carousel-card__stage--back')}>
          <div className="carousel-card__flip">
            <div className="carousel-card__face" inert={showsBack}>
              <CardPicture card={card} isCurrent={isCurrent} isNear={isNear || !isNarrow} />
              <span className="carousel-card__digits" aria-hidden="true">
                ·· {endingOf(card.MaskedCardNumber)}
              </span>
              <button
                type="button"
                className="carousel-card__pick"
                aria-label={labelOf(card)}
                aria-current={isCurrent || undefined}
                aria-expanded={isCurrent && isNarrow ? isOpen : undefined}
                onClick={onSelect}
              />
            </div>
            {canTurn && (
              <div className="carousel-card__face carousel-card__face--back" inert={!showsBack}>
                <CardBack card={card} />
              </div>
            )}
          </div>
        </div>
        {canTurn && (
          <button
            type="button"
            className="carousel-card__turn"
            aria-label={t(showsBack ? 'card.front' : 'card.back', { name })}
            onClick={() => setWantsBack(!showsBack)}
          >
            <Stroke shape={TURN} size="s" />
          </button>
        )}
      </div>
      <p className="carousel-card__caption">
        <span>
          <b>{name}</b>
          {kindOf(card)} ·· {endingOf(card.MaskedCardNumber)}
        </span>
        <span className="figures">
          <OwnedMoney dollars={card.AvailableAccountBalance} />
        </span>
      </p>
    </>
  );
}

/** Whether cards can be pulled out: on a desktop they are fully visible. */
function useIsNarrow(): boolean {
  return useSyncExternalStore(watchPageWidth, isNarrowPage);
}
