import '../../ui/pages/panel.css';
import { getCardDetails } from '@wattle/contract/cards/home.ts';
import type { CardSummary } from '@wattle/contract/cards/card.ts';
import { type ReactNode, useEffect, useRef } from 'react';
import { useOperation } from '../../api/use-operation.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/pages/empty-state.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Icon } from '../../ui/icon.tsx';
import { Later } from '../../ui/later.tsx';
import { ReadyCard } from '../activation/ready/ready-card.part.tsx';
import { DebtNotice } from '../debts/debt-notice.part.tsx';
import { ContactChecks } from '../profile/contact-check.part.tsx';
import { useSystemNotices } from '../brands/public.ts';
import { SystemNotices } from '../brands/system-notices.part.tsx';
import { TopupOnItsWay, TopupOptions } from '../topup/topup-on-its-way.part.tsx';
import { AutoTopupWithoutCard } from '../topup/auto/auto-accounts.part.tsx';
import { AutoTopupNotice } from '../topup/auto/auto-topup-notice.part.tsx';
import { RecentTransactions } from '../transactions/recent.part.tsx';
import { Spending } from '../transactions/spending.part.tsx';
import { AccountNumbers } from './account-numbers.tsx';
import { BrandLink, FaqLink, LinkCard } from './brand-link.tsx';
import { CardCarousel } from '../cards/card-carousel.part.tsx';
import { PowerSwitch, SwitchProblem } from '../cards/switch/card-switch.part.tsx';
import { HomeActions } from './home-actions.tsx';
import { HomeBalance } from './home-balance.tsx';
import { HomeGreeting, LastSignIn } from './home-greeting.tsx';
import { HomeHero } from './home-hero.tsx';
import { HomeWays } from './home-ways.tsx';
import { HomeWaiting } from './home-waiting.tsx';
import { InterestTable } from './interest.tsx';
import { TaxFileAlert } from './tax-file-alert.tsx';
import { useHeld, useWeekdayAndTime } from './use-held.ts';
import {
  canReveal,
  type CardPower,
  type Cards,
  canSwitch,
  cardReferenceOf,
  isReported,
  overlayOf,
  showsInterest,
  useCardPower,
  useCards,
  useSecureDetails,
} from '../cards/public.ts';
import { lazyPart } from '../../missing-script/lazy-part.tsx';
import { loadTexts } from '../../i18n/i18n.ts';
import { usePageFault } from '../../api/server-fault.ts';
import { VirtualCardPanel } from '../cards/virtual/virtual-card-panel.part.tsx';
import { SecureDetailsPanel } from '../cards/secure-details/secure-details.part.tsx';

/** A reported card is rare, so its parts are loaded when there is one. */
const ReportedHeading = lazyPart(
  async () => {
    const [parts] = await Promise.all([import('./reported-card.tsx'), loadTexts(['reported'])]);
    return parts.ReportedHeading;
  },
  <HomeGreeting />,
);
const ReportedCard = lazyPart(async () => {
  const [parts] = await Promise.all([import('./reported-card.tsx'), loadTexts(['reported'])]);
  return parts.ReportedCard;
});
const StillWorks = lazyPart(async () => {
  const [parts] = await Promise.all([import('./reported-card.tsx'), loadTexts(['reported'])]);
  return parts.StillWorks;
});
/** So is an ordered one. */
const NewCard = lazyPart(async () => {
  const [parts] = await Promise.all([import('./new-card.tsx'), loadTexts(['newCard'])]);
  return parts.NewCard;
});

/** The signed-in home: the available balance, the cards and the recent transactions. */
export function CardHomeScreen() {
  const t = useTexts('cards');
  const cards = useCards();
  usePageFault(cards.failure);
  if (cards.isPending) return <HomeWaiting />;
  if (cards.failure || !cards.selected) {
    return (
      <HomeMessage
        title={t(cards.failure ? 'home.failed' : 'home.noCards')}
        text={t(cards.failure ? 'home.failedText' : 'home.noCardsText')}
        retry={cards.failure ? cards.refetch : null}
      >
        {cards.failure ? null : <AutoTopupWithoutCard />}
      </HomeMessage>
    );
  }
  return <Home cards={cards} card={cards.selected} />;
}

type HomeMessageProps = {
  readonly title: string;
  readonly text: string;
  readonly retry: (() => void) | null;
  /** Content below the message. */
  readonly children: ReactNode;
};

function HomeMessage({ title, text, retry, children }: HomeMessageProps) {
  const t = useTexts('cards');
  return (
    <>
      <HomeHero shape="bare">
        <div className="home-hero__inner">
          <HomeGreeting />
        </div>
      </HomeHero>
      <div className="home-stack">
        <div className="panel" role="alert">
          <EmptyState
            picture={<Icon name={retry ? 'offline' : 'card'} />}
            title={title}
            text={text}
            action={retry ? <Button onClick={retry}>{t('home.retry')}</Button> : undefined}
          />
        </div>
        {children}
      </div>
    </>
  );
}

type HomeProps = { readonly cards: Cards; readonly card: CardSummary };

function Home({ cards, card }: HomeProps) {
  const details = useOperation(getCardDetails, { body: { Card: cardReferenceOf(card) } });
  const secure = useSecureDetails(card);
  const power = useCardPower(card);
  const held = useHeld(card, details.data);
  const untilOf = useWeekdayAndTime();
  const { isPending: mayBringNotices } = useSystemNotices();
  const revealButton = useRef<HTMLButtonElement>(null);
  const isGone = isReported(card);
  const recent = (
    <RecentTransactions key={cards.key} card={cardReferenceOf(card)} waiting={held.payments} untilOf={untilOf} />
  );
  const wasShown = secure.state.kind === 'hidden' && secure.state.wasShown;
  useEffect(() => {
    // The focused element was removed with the panel, so the focus returns to the button that opened it.
    if (wasShown && document.activeElement === document.body) revealButton.current?.focus();
  }, [wasShown]);
  return (
    <>
      <TopupOptions card={card} />
      <HomeHero shape={cards.cards.length === 1 ? 'one' : undefined}>
        <div className="home-hero__inner">
          {isGone ? <ReportedHeading card={card} details={details.data} /> : <HomeGreeting />}
          <LastSignIn className="home-hero__login" />
          <div className="home-hero__line">
            <HomeBalance key={cards.key} card={card} details={details} held={held} />
            <HomeActions
              card={card}
              secure={secure}
              power={power}
              revealRef={revealButton}
              canOrderNew={details.data?.CanReplaceLost ?? card.CardholderRequestReplacementCard}
            />
          </div>
          <SwitchProblem power={power} />
        </div>
        <CardCarousel cards={cards.cards} index={cards.index} onSelect={cards.select} />
      </HomeHero>
      <div className="home-stack">
        <div className="home-stack__main">
          <div className="home-stack__part home-stack__part--first">
            <ContactChecks />
            <DebtNotice card={card} />
            <ReadyCard card={card} />
            {details.data?.Delivery ? (
              <NewCard card={card} delivery={details.data.Delivery} />
            ) : (
              <StateBanner card={card} isPending={details.isPending} />
            )}
            {isGone ? <ReportedCard card={card} details={details.data} /> : null}
            {canReveal(card) && <SecureDetailsPanel secure={secure} />}
            <VirtualCardPanel key={`virtual/${cards.key}`} card={card} />
          </div>
          {isGone ? null : recent}
        </div>
        <div
          className={classNames(
            'home-stack__side',
            (mayBringNotices || details.isPending) && 'home-stack__side--waiting',
          )}
        >
          {isGone ? <StillWorks card={card} details={details.data} /> : null}
          <div className="home-stack__part home-stack__part--notices">
            <SystemNotices />
            <TopupOnItsWay card={card} />
            <AutoTopupNotice details={details.data} />
            <TaxFileAlert details={details.data} />
          </div>
          <Later>
            <div className="home-stack__part">
              <CardPanel card={card} bsb={details.data?.Bsb ?? ''} power={power} />
              {isGone ? null : <HomeWays card={card} />}
            </div>
            <Spending key={cards.key} card={cardReferenceOf(card)} />
            {details.data && showsInterest(details.data) && (
              <InterestTable card={cardReferenceOf(card)} details={details.data} />
            )}
            <div className="home-stack__part">
              <LinkCard />
              <BrandLink />
              <FaqLink />
            </div>
          </Later>
          <LastSignIn className="home-stack__seen" />
        </div>
        {isGone ? <div className="home-stack__rest">{recent}</div> : null}
      </div>
    </>
  );
}

type CardPanelProps = { readonly card: CardSummary; readonly bsb: string; readonly power: CardPower };

/** Switch of the card, and account details for bank transfers to it. */
function CardPanel({ card, bsb, power }: CardPanelProps) {
  if (!canSwitch(card) && !card.AllowBankTransferTopUp) return null;
  return (
    <section className="panel home-card" aria-label={card.CardName}>
      {canSwitch(card) && <PowerSwitch power={power} />}
      {card.AllowBankTransferTopUp && <AccountNumbers card={card} bsb={bsb} />}
    </section>
  );
}

type StateBannerProps = { readonly card: CardSummary; readonly isPending: boolean };

/** Explains the status of a card that cannot be used. */
function StateBanner({ card, isPending }: StateBannerProps) {
  const t = useTexts('cards');
  const overlay = overlayOf(card);
  if (overlay === 'blocked') {
    return (
      <Banner tone="danger" title={t('blocked.title')}>
        {t('blocked.text')}
      </Banner>
    );
  }
  if (overlay === 'beingMade') return <Banner title={t('beingMade.title')}>{t('beingMade.text')}</Banner>;
  // For an ordered card the details say more.
  const isKnown = card.CardStatus !== 'Ordered' || !isPending;
  return overlay === 'onItsWay' && isKnown ? <Banner title={t('onItsWay.title')}>{t('onItsWay.text')}</Banner> : null;
}
