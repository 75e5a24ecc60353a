import '../../../ui/pages/panel.css';
import './block.css';
import { getCardDetails } from '@wattle/contract/cards/home.ts';
import { getCardReplacementFee } from '@wattle/contract/cards/replace.ts';
import type { CardSummary } from '@wattle/contract/cards/card.ts';
import { useState } from 'react';
import { Link, useLocation, useNavigate, useSearch } from '../../../router/public.ts';
import { useOperation } from '../../../api/use-operation.ts';
import { useBrand } from '../../../brand/brand.ts';
import { useTexts } from '../../../i18n/use-texts.ts';
import { LoadFailed } from '../../../layout/load-failed.tsx';
import { paths } from '../../../paths.ts';
import { useIsUser } from '../../../session/session.ts';
import { JourneyPage } from '../../../ui/pages/journey-page.tsx';
import { SkeletonRows } from '../../../ui/pages/skeleton.tsx';
import { EmptyState } from '../../../ui/pages/empty-state.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { cardReferenceOf } from '../cards.domain.ts';
import { useCards } from '../public.ts';
import { BlockChoice } from './block-choice.tsx';
import { BlockDone } from './block-done.tsx';
import { BlockReview } from './block-review.tsx';
import { canSendNew, feeFor, isReportedAs, type Reason, reasonsFor } from './settings.domain.ts';
import { type StoppedCard, useStopCard } from './use-stop-card.ts';

const NO_FEES = { ReplacementFee: 0, StolenReplacementFee: 0, ArrivesBy: null };

/** Block a card, report it lost or stolen, or replace it: chosen, then confirmed, then done with a number to quote. */
export function BlockScreen() {
  const t = useTexts('settings');
  const cards = useCards();
  const navigate = useNavigate();
  const [done, setDone] = useState<StoppedCard | null>(null);
  // A reload of the last page does not return to the review.
  const end = (stopped: StoppedCard) => {
    setDone(stopped);
    void navigate(paths.stopCard(), { replace: true });
  };
  const again = ({ reason }: StoppedCard) => {
    setDone(null);
    void navigate(`${paths.stopCard()}?why=${reason}`, { replace: true });
  };
  // The card may be missing in the list once it is replaced; the outcome is still shown.
  if (done) return <BlockDone done={done} onOrder={() => again(done)} />;
  const back = { to: paths.settings(), link: Link };
  if (cards.selected) return <OfCard key={cards.key} card={cards.selected} onDone={end} />;
  return (
    <JourneyPage title={t('stop.title')} back={back}>
      {cards.failure ? <LoadFailed failure={cards.failure} onRetry={cards.refetch} /> : null}
      <div className="panel">{cards.isPending ? <SkeletonRows count={4} /> : null}</div>
    </JourneyPage>
  );
}

/** Entry of the history in which the choice is reviewed, so that Back returns to the choice. */
type Reviewed = { readonly reason: Reason; readonly wantsNew: boolean };

type OfCardProps = { readonly card: CardSummary; readonly onDone: (done: StoppedCard) => void };

function OfCard({ card, onDone }: OfCardProps) {
  const t = useTexts('settings');
  const isUser = useIsUser();
  const search = useSearch();
  const navigate = useNavigate();
  const reviewed = useLocation().state as Reviewed | null | undefined;
  const body = { Card: cardReferenceOf(card) };
  const details = useOperation(getCardDetails, { body });
  const fees = useOperation(getCardReplacementFee, { body }, { isEnabled: isUser });
  const [chosen, setChosen] = useState<Reason | null>(null);
  const [wantsNew, setWantsNew] = useState(true);
  const stop = useStopCard(card, onDone);
  const { SupportPhoneNumber: phone } = useBrand();
  const back = { to: isUser ? paths.settings() : paths.cardHome(), link: Link };
  if (!details.data || (isUser && !fees.data)) {
    const failed = details.failure ? details : fees;
    return (
      <JourneyPage title={t('stop.title')} back={back}>
        {failed.failure ? (
          <LoadFailed failure={failed.failure} onRetry={failed.refetch} />
        ) : (
          <div className="panel">
            <SkeletonRows count={4} />
          </div>
        )}
      </JourneyPage>
    );
  }
  const waits = isUser && details.data.ReplacementWaits;
  const reasons = reasonsFor({ card, details: details.data }, { isUser });
  // The reviewed choice stays: after a lost answer it may have been carried out, and is sent again.
  if (reasons.length === 0 && !reviewed) {
    return (
      <JourneyPage title={t('stop.title')} back={back}>
        <div className="panel">
          <EmptyState
            picture={<Icon name="card" />}
            title={t(waits ? 'stop.waitsTitle' : 'stop.nothingTitle')}
            text={waits ? t('stop.waits', { phone }) : t('stop.nothing')}
          />
        </div>
      </JourneyPage>
    );
  }
  const asked = reasons.find((one) => one === search.get('why'));
  const reason = reviewed?.reason ?? chosen ?? asked ?? null;
  // A fee takes of what is kept aside.
  const available = details.data.AvailableAccountBalance + details.data.KeptAside;
  const mayOrder = canSendNew(details.data, isUser);
  const { CanReplaceLost } = details.data;
  const feeOf = (one: Reason) => (isUser && saysFee(one, CanReplaceLost) ? feeFor(one, fees.data ?? NO_FEES) : null);
  const makesNew = (one: Reason) =>
    one !== 'other' && mayOrder && feeFor(one, fees.data ?? NO_FEES) <= available && (one === 'damaged' || wantsNew);
  const common = { back, reasons, feeOf, makesNew, onChoose: setChosen, onWantsNew: setWantsNew };
  if (reason === null) return <BlockChoice {...common} card={card} plan={null} />;
  const plan = {
    card,
    reason,
    available,
    fee: feeFor(reason, fees.data ?? NO_FEES),
    isCovered: feeFor(reason, fees.data ?? NO_FEES) <= available,
    canSendNew: reason !== 'other' && mayOrder,
    arrivesBy: card.IsVirtualCard ? null : (fees.data?.ArrivesBy ?? null),
    waits: waits && (reason === 'lost' || reason === 'stolen'),
  };
  // A card that was reported before is only replaced, which there is no choice about.
  const isOrder = asked === reason && isReportedAs(card, reason) && plan.canSendNew && plan.isCovered;
  const sends = reviewed?.wantsNew ?? (isOrder || wantsNew);
  const sendsNew = plan.canSendNew && plan.isCovered && (reason === 'damaged' || sends);
  if (reviewed || isOrder) {
    return <BlockReview plan={plan} sendsNew={sendsNew} stop={stop} onBack={() => window.history.back()} />;
  }
  return (
    <BlockChoice
      {...common}
      card={card}
      plan={{ ...plan, sendsNew }}
      onContinue={() => {
        setChosen(reason);
        void navigate(paths.stopCard(), { state: { reason, wantsNew } satisfies Reviewed });
      }}
    />
  );
}

function saysFee(reason: Reason, canReplaceLost: boolean): boolean {
  return reason === 'damaged' || reason === 'other' || canReplaceLost;
}
