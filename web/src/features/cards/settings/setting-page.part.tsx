import '../../../ui/pages/panel.css';
import './setting-page.css';
import { getCardDetails, type CardDetails } from '@wattle/contract/cards/home.ts';
import type { CardSummary } from '@wattle/contract/cards/card.ts';
import type { ReactNode } from 'react';
import { Link, Navigate } from '../../../router/public.ts';
import { useOperation } from '../../../api/use-operation.ts';
import { useTexts } from '../../../i18n/use-texts.ts';
import { LoadFailed } from '../../../layout/load-failed.tsx';
import { paths } from '../../../paths.ts';
import { useIsCardAlone } from '../../../session/session.ts';
import { EmptyState } from '../../../ui/pages/empty-state.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { JourneyPage } from '../../../ui/pages/journey-page.tsx';
import { SkeletonRows } from '../../../ui/pages/skeleton.tsx';
import type { Way } from '../../../ui/way.tsx';
import { cardReferenceOf } from '../cards.domain.ts';
import { cardWords, useCards } from '../public.ts';

export type Managed = { readonly card: CardSummary; readonly details: CardDetails };

type SettingPageProps = {
  readonly title: string;
  /** To the settings unless given. */
  readonly back?: Way;
  /** Two columns on a wide screen. */
  readonly isWide?: boolean;
  /** Whether the card has this setting. */
  readonly isOffered: (managed: Managed) => boolean;
  readonly children: (managed: Managed) => ReactNode;
};

/** The page of one setting of the chosen card, for web-account users. */
export function SettingPage({ title, back, isWide, isOffered, children }: SettingPageProps) {
  const t = useTexts('settings');
  const isCardAlone = useIsCardAlone();
  const cards = useCards();
  const card = cards.selected;
  if (isCardAlone) return <Navigate to={paths.stopCard()} replace />;
  return (
    <JourneyPage
      title={title}
      back={back ?? { to: paths.settings(), link: Link }}
      {...(isWide && { isWide })}
      lead={card ? <span className="setting-page__card">{cardWords(card)}</span> : undefined}
    >
      {cards.failure ? <LoadFailed failure={cards.failure} onRetry={cards.refetch} /> : null}
      {cards.isPending ? <Waiting /> : null}
      {!cards.isPending && !cards.failure && !card ? <NotOffered text={t('noCard')} /> : null}
      {card ? (
        <OfCard key={cards.key} card={card} isOffered={isOffered}>
          {children}
        </OfCard>
      ) : null}
    </JourneyPage>
  );
}

type OfCardProps = Pick<SettingPageProps, 'isOffered' | 'children'> & { readonly card: CardSummary };

function OfCard({ card, isOffered, children }: OfCardProps) {
  const t = useTexts('settings');
  const details = useOperation(getCardDetails, { body: { Card: cardReferenceOf(card) } });
  if (details.data) {
    const managed = { card, details: details.data };
    return isOffered(managed) ? <>{children(managed)}</> : <NotOffered text={t('notOffered')} />;
  }
  if (details.failure) return <LoadFailed failure={details.failure} onRetry={details.refetch} />;
  return <Waiting />;
}

function Waiting() {
  return (
    <div className="panel">
      <SkeletonRows count={4} />
    </div>
  );
}

function NotOffered({ text }: { readonly text: string }) {
  const t = useTexts('settings');
  return (
    <div className="panel">
      <EmptyState picture={<Icon name="card" />} title={t('notOfferedTitle')} text={text} />
    </div>
  );
}
