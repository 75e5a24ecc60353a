import './card-picture.css';
import type { CardSummary } from '@wattle/contract/cards/card.ts';
import type { ReactNode } from 'react';
import { useBrand } from '../../brand/brand.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import { classNames } from '../../ui/class-names.ts';
import { AppIcon } from '../../ui/app-icon.tsx';
import { Icon } from '../../ui/icon.tsx';
import { type CardOverlay, endingOf, overlayOf } from './cards.domain.ts';
import { usePrintedScheme } from './card-words.ts';

const STATE_ICON: Readonly<Record<CardOverlay, ReactNode>> = {
  off: <Icon name="lock" size="s" />,
  blocked: <AppIcon name="stop" size="s" />,
  lost: <Icon name="lock" size="s" />,
  stolen: <Icon name="lock" size="s" />,
  cancelled: <Icon name="lock" size="s" />,
  beingMade: <Icon name="clock" size="s" />,
  onItsWay: <Icon name="clock" size="s" />,
};

type CardPictureProps = {
  readonly card: CardSummary;
  /** The card art is the main content, so it is not loaded lazily. */
  readonly isCurrent?: boolean;
  /** False: neither visible nor next to a visible card, so its art is loaded later. */
  readonly isNear?: boolean;
};

/**
 * The front of a card: its brand's art, and what is printed on it. The words are for the eye; the text around the
 * picture names the card for everyone.
 */
export function CardPicture({ card, isCurrent = false, isNear = true }: CardPictureProps) {
  const t = useTexts('cards');
  const brand = useBrand();
  const printedScheme = usePrintedScheme();
  const overlay = overlayOf(card);
  return (
    <span
      className={classNames(
        'card-picture',
        // Without art it has the brand's dark ground.
        (card.IsDarkArt || card.CardThumbnail === null) && 'card-picture--dark',
        overlay !== null && `card-picture--${overlay}`,
      )}
      aria-hidden="true"
    >
      {card.CardThumbnail !== null && isNear && (
        <img
          className="card-picture__art"
          src={card.CardThumbnail}
          alt=""
          width="320"
          height="202"
          draggable="false"
          // The art of a hidden card is loaded when the card is near.
          loading={isCurrent ? 'eager' : 'lazy'}
        />
      )}
      <span className="card-picture__ink">
        <span className="card-picture__brand">{brand.BrandName}</span>
        <span className="card-picture__name">{card.CardName}</span>
        {card.IsVirtualCard && <span className="card-picture__pill">{t('card.onlineOnly')}</span>}
        <span className="card-picture__number">•••• {endingOf(card.MaskedCardNumber)}</span>
        <span className="card-picture__foot">
          <span>
            {t('card.expires')} <b>{card.Expiry}</b>
          </span>
          <b>{printedScheme(card)}</b>
        </span>
      </span>
      {overlay !== null && (
        <span className={classNames('card-picture__state', `card-picture__state--${overlay}`)}>
          {STATE_ICON[overlay]}
          {t(`card.state.${overlay}`)}
        </span>
      )}
    </span>
  );
}
