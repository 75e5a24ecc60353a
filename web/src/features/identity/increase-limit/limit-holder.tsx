import { type CardDetails, getCardDetails } from '@wattle/contract/cards/home.ts';
import type { CardSummary } from '@wattle/contract/cards/card.ts';
import { getPersonalDetails } from '@wattle/contract/profile/personal-details.ts';
import type { ResponseOf } from '@wattle/contract/operation.ts';
import type { ReactNode } from 'react';
import { Link, Navigate } from '../../../router/public.ts';
import { useOperation } from '../../../api/use-operation.ts';
import { LoadFailed } from '../../../layout/load-failed.tsx';
import { paths } from '../../../paths.ts';
import { useIsCardAlone, useIsUser } from '../../../session/session.ts';
import { JourneyPage } from '../../../ui/pages/journey-page.tsx';
import { SkeletonRows } from '../../../ui/pages/skeleton.tsx';
import { cardReferenceOf, useCards } from '../../cards/public.ts';

export type LimitHolder = {
  readonly card: CardSummary;
  readonly details: CardDetails;
  readonly person: ResponseOf<typeof getPersonalDetails>;
};

type Props = {
  readonly title: string;
  /** Where a holder who is verified already is led: not set where the page is for them. */
  readonly ifVerified?: string;
  readonly children: (holder: LimitHolder) => ReactNode;
};

/** A page about the limit of the chosen card: who holds it and what it may hold, once both are known. */
export function ForLimitHolder({ title, ifVerified, children }: Props) {
  const isUser = useIsUser();
  const isCardAlone = useIsCardAlone();
  const cards = useCards();
  const { selected: card } = cards;
  const details = useOperation(
    getCardDetails,
    { body: { Card: card ? cardReferenceOf(card) : NO_CARD } },
    { isEnabled: card !== null },
  );
  const person = useOperation(getPersonalDetails, {}, { isEnabled: isUser });
  const failed = [cards, details, person].find(({ failure }) => failure !== null);
  if (isCardAlone) return <Navigate to={paths.cardHome()} replace />;
  if (card && details.data && person.data) {
    if (ifVerified !== undefined && person.data.Kyc) return <Navigate to={ifVerified} replace />;
    return <>{children({ card, details: details.data, person: person.data })}</>;
  }
  return (
    <JourneyPage title={title} back={{ to: paths.cardHome(), link: Link }}>
      {failed?.failure ? (
        <LoadFailed failure={failed.failure} onRetry={failed.refetch} />
      ) : (
        <div className="panel">
          <SkeletonRows count={4} />
        </div>
      )}
    </JourneyPage>
  );
}

const NO_CARD = { AccountNumber: '', MaskedCardNumber: '', ExpirationDate: '' };
