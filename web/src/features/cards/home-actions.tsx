import type { CardSummary } from '@wattle/contract/cards/card.ts';
import { Fragment, type ReactNode, type Ref } from 'react';
import { Link } from 'react-router';
import { useBrand } from '../../brand/brand.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import { paths } from '../../paths.ts';
import { AppIcon } from '../../ui/app-icon.tsx';
import { Button, type ButtonTone, buttonClass } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { type HeroAction, heroActions } from './cards.domain.ts';

type HomeActionsProps = {
  readonly card: CardSummary;
  readonly isRevealing: boolean;
  readonly onReveal: () => void;
  readonly revealRef: Ref<HTMLButtonElement>;
};

/** What can be done next with the card; the first is the loud one. */
export function HomeActions({ card, isRevealing, onReveal, revealRef }: HomeActionsProps) {
  const t = useTexts('cards');
  const { SupportPhoneNumber: phone } = useBrand();
  const draw: Readonly<Record<HeroAction, (tone: ButtonTone) => ReactNode>> = {
    transactions: (tone) => (
      <Link className={buttonClass({ tone })} to={paths.transactions()}>
        <AppIcon name="list" size="s" />
        {t('home.transactions')}
      </Link>
    ),
    reveal: (tone) => (
      <Button ref={revealRef} tone={tone} busy={isRevealing} onClick={onReveal}>
        <AppIcon name="eye" size="s" />
        {t('home.showNumber')}
      </Button>
    ),
    callSupport: (tone) => (
      <a className={buttonClass({ tone })} href={`tel:${phone.replace(/\s/g, '')}`}>
        <Icon name="phone" size="s" />
        {t('home.call')}
      </a>
    ),
  };
  return (
    <div className="home-hero__actions">
      {heroActions(card).map((action, place) => (
        <Fragment key={action}>{draw[action](place === 0 ? 'accent' : 'glass')}</Fragment>
      ))}
    </div>
  );
}
