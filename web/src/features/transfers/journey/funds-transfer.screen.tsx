import '../../../ui/panel.css';
import '../transfers.css';
import { useState } from 'react';
import { Link, Navigate } from '../../../router/public.ts';
import { useTexts } from '../../../i18n/use-texts.ts';
import { useStep } from '../../../journey/use-step.ts';
import { LoadFailed } from '../../../layout/load-failed.tsx';
import { paths } from '../../../paths.ts';
import { Button, buttonClass } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { JourneyPage } from '../../../ui/journey-page.tsx';
import { SkeletonRows } from '../../../ui/skeleton.tsx';
import { canPay, type Cards, cardWords, useCards } from '../../cards/public.ts';
import { useAllPayees } from '../payees/payees.queries.ts';
import { TransferForm } from './transfer-form.tsx';
import { transferJourney } from './transfer-journey.ts';
import { useTransferTitle } from './method-choice.tsx';

const HOME = { to: paths.cardHome(), link: Link };

/** First page of a transfer: payee, amount and paying card. */
export function FundsTransferScreen() {
  const title = useTransferTitle();
  const cards = useCards();
  const payees = useAllPayees();
  // Waited for once: when they are asked for again, the form stays.
  const [isOpen, setOpen] = useState(!payees.isPending);
  if (!isOpen && !payees.isPending) setOpen(true);
  const { isReady, elsewhere } = useStep(transferJourney, 'form');
  const card = cards.selected;
  if (elsewhere !== null) return <Navigate to={elsewhere} replace />;
  if (cards.failure || cards.isPending || !isOpen || !isReady) {
    return (
      <JourneyPage title={title} back={HOME}>
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
  if (!card || !canPay(card)) return <NoTransfer cards={cards} />;
  return <TransferForm cards={cards} card={card} payees={payees.all} />;
}

/** For who came here by hand with a card that does not transfer. */
function NoTransfer({ cards }: { readonly cards: Cards }) {
  const t = useTexts('transfers');
  const title = useTransferTitle();
  const others = cards.cards.filter(canPay);
  return (
    <JourneyPage title={title} back={HOME}>
      <div className="panel">
        <EmptyState
          picture={<Icon name="card" />}
          title={t('none.title')}
          text={t(cards.selected ? 'none.text' : 'none.noCard', {
            card: cards.selected ? cardWords(cards.selected) : '',
          })}
          action={
            <div className="transfer-result__ways">
              {others.map((card) => (
                <Button wide key={cardWords(card)} onClick={() => cards.select(cards.cards.indexOf(card))}>
                  {t('none.use', { card: cardWords(card) })}
                </Button>
              ))}
              <Link
                className={buttonClass({ wide: true, tone: others.length > 0 ? 'text' : 'main' })}
                to={paths.cardHome()}
              >
                {t('home')}
              </Link>
            </div>
          }
        />
      </div>
    </JourneyPage>
  );
}
