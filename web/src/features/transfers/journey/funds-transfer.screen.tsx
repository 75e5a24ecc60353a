import '../../../ui/pages/panel.css';
import '../transfers.css';
import type { CardSummary } from '@wattle/contract/cards/card.ts';
import { useEffect, useState, useRef } from 'react';
import { Link, Navigate, useLocation } from '../../../router/public.ts';
import { useTexts } from '../../../i18n/use-texts.ts';
import { useStep } from '../../../journey/use-step.ts';
import { LoadFailed } from '../../../layout/load-failed.tsx';
import { paths } from '../../../paths.ts';
import { buttonClass } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/pages/empty-state.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { JourneyPage } from '../../../ui/pages/journey-page.tsx';
import { SkeletonRows } from '../../../ui/pages/skeleton.tsx';
import { canPay, cardWords, useCards } from '../../cards/public.ts';
import { methodOf } from '../methods.ts';
import { useAllPayees } from '../payees/payees.queries.ts';
import { FindPayId } from '../pay-id/find-pay-id.tsx';
import { payerFor } from '../payee-choice/payers.ts';
import { PayeeChoicePage } from '../payee-choice/payee-choice-page.tsx';
import { TransferForm } from './transfer-form.tsx';
import { transferJourney } from './transfer-journey.ts';
import { useTransferTitle } from './use-transfer-title.ts';

/**
 * Moves the focus when the page changes between its two states: to the field that the address names, or else to the
 * heading. Both states have one address, so the router does not move the focus.
 */
function useFormFocus(isForm: boolean, hash: string): void {
  const before = useRef(isForm);
  useEffect(() => {
    if (before.current === isForm) return;
    before.current = isForm;
    const field = isForm ? document.getElementById(hash.slice(1)) : null;
    const heading = document.querySelector<HTMLElement>('#main h1');
    if (heading) heading.tabIndex = -1;
    (field?.matches('input, select, textarea, button') ? field : heading)?.focus({ preventScroll: true });
    window.scrollTo(0, 0);
  }, [isForm, hash]);
}

const HOME = { to: paths.cardHome(), link: Link };

/**
 * First page of a payment, in two states of one address: the choice of the payee and, after a `#`, the form for the
 * chosen one. Back leads from the form to the choice.
 */
export function FundsTransferScreen() {
  const choiceTitle = useTransferTitle('payeeChoice');
  const cards = useCards();
  const payees = useAllPayees();
  // The page waits for the payees once. It stays while they are fetched again.
  const [isOpen, setOpen] = useState(!payees.isPending);
  if (!isOpen && !payees.isPending) setOpen(true);
  const { isReady, elsewhere, values } = useStep(transferJourney, 'form');
  const { hash } = useLocation();
  const isForm = hash !== '' && Boolean(values.method);
  const payers = cards.cards.filter(canPay);
  const { selected } = cards;
  const method = isForm ? methodOf(values.method) : null;
  // A card that can pay is selected automatically.
  const card = selected && (method ? payerFor(method, selected, payers) : canPay(selected) ? selected : payers[0]);
  const place = card ? cards.cards.indexOf(card) : -1;
  useEffect(() => {
    if (place >= 0 && place !== cards.index) cards.select(place);
  });
  useFormFocus(isForm, hash);
  if (elsewhere !== null) return <Navigate to={elsewhere} replace />;
  if (cards.failure || cards.isPending || !isOpen || !isReady) {
    return (
      <JourneyPage title={choiceTitle}>
        {cards.failure ? (
          <LoadFailed failure={cards.failure} onRetry={cards.refetch} />
        ) : (
          <div className="panel">
            <SkeletonRows count={4} />
          </div>
        )}
      </JourneyPage>
    );
  }
  if (!card || payers.length === 0) return <NoTransfer card={selected} />;
  // The page shows the card that the effect above is about to select.
  const shown = { ...cards, selected: card };
  if (isForm && method?.isFoundFirst && !values.lookUpId) return <FindPayId values={values} card={card} />;
  if (!isForm) return <PayeeChoicePage cards={shown} card={card} payers={payers} payees={payees} />;
  return <TransferForm key={`${values.method}${values.payeeId}`} cards={shown} card={card} payers={payers} />;
}

/** For a person who typed the address and has no card that can pay. */
function NoTransfer({ card }: { readonly card: CardSummary | null }) {
  const t = useTexts('transfers');
  const title = useTransferTitle('title');
  return (
    <JourneyPage title={title} back={HOME}>
      <div className="panel">
        <EmptyState
          picture={<Icon name="card" />}
          title={t('none.title')}
          text={t(card ? 'none.text' : 'none.noCard', { card: card ? cardWords(card) : '' })}
          action={
            <Link className={buttonClass({ wide: true })} to={paths.cardHome()}>
              {t('home')}
            </Link>
          }
        />
      </div>
    </JourneyPage>
  );
}
