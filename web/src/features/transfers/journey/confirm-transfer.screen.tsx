import '../../../ui/pages/panel.css';
import '../transfers.css';
import { useState } from 'react';
import { Navigate, useNavigate } from '../../../router/public.ts';
import { withProof } from '../../../api/proof.ts';
import { useTexts } from '../../../i18n/use-texts.ts';
import { usePayment } from '../../../journey/use-payment.ts';
import { useStep } from '../../../journey/use-step.ts';
import { LoadFailed } from '../../../layout/load-failed.tsx';
import { useErrorTitle } from '../../../layout/page-title.ts';
import { paths } from '../../../paths.ts';
import { JourneyPage } from '../../../ui/pages/journey-page.tsx';
import { SkeletonRows } from '../../../ui/pages/skeleton.tsx';
import { canPay, cardOf, useCards } from '../../cards/public.ts';
import { usePayAgain } from '../pay-again.part.tsx';
import { proofOf } from './transfer.domain.ts';
import { checkedPayment, transferJourney } from './transfer-journey.ts';
import { TransferReceipt } from './transfer-receipt.tsx';
import { TransferRefused } from './transfer-refused.tsx';
import { TransferReview } from './transfer-review.tsx';
import { TransferUnsure } from './transfer-unsure.tsx';

/** The review before the money moves, and the outcome. */
export function ConfirmTransferScreen() {
  const t = useTexts('transfers');
  const navigate = useNavigate();
  const cards = useCards();
  const step = useStep(transferJourney, 'review');
  const payment = usePayment(transferJourney, (make) => {
    if (!step.isReady) return make();
    return withProof({ Purpose: 'payment', Content: proofOf(checkedPayment(step.before.form)) }, make);
  });
  // Leaving discards the draft, and a page without a draft would redirect to the first page.
  const [isLeaving, setLeaving] = useState(false);
  const payAgain = usePayAgain();
  const leaveFor = (path: string) => {
    setLeaving(true);
    transferJourney.throwAway();
    void navigate(path);
  };
  const { isInDoubt, isSending, refusal, trouble } = payment;
  const { receipt } = step.state;
  useErrorTitle(refusal !== null || trouble !== null || isInDoubt);
  if (isLeaving) return null;
  const isPaid = step.elsewhere !== null && receipt !== null;
  if (step.elsewhere !== null && !isPaid) return <Navigate to={step.elsewhere} replace />;
  if (!step.isReady || cards.isPending || cards.failure) {
    return (
      <JourneyPage title={t('confirm.title')}>
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
  const values = step.before.form;
  const card = cardOf(cards.cards, isPaid ? receipt.values.card : values.card);
  // The card is no longer in the list.
  if (!card) return <Navigate to={paths.fundsTransfer()} replace />;
  const hasChoice = cards.cards.filter(canPay).length > 1;
  const onNew = () => leaveFor(paths.fundsTransfer());
  const onCancel = () => leaveFor(paths.cardHome());
  return (
    <>
      <p className="visually-hidden" role="status">
        {isSending ? t('confirm.sending') : null}
      </p>
      {isPaid ? (
        <TransferReceipt
          paid={receipt}
          card={card}
          isFresh={cards.isFresh}
          onAgain={() => {
            setLeaving(true);
            payAgain(receipt.values);
          }}
        />
      ) : null}
      {!isPaid && refusal ? (
        <TransferRefused
          refusal={refusal}
          values={values}
          card={card}
          onAgain={payment.confirm}
          onNew={onNew}
          onCancel={onCancel}
        />
      ) : null}
      {!isPaid && !refusal && isInDoubt ? (
        <TransferUnsure values={values} card={card} payment={payment} onNew={onNew} onCancel={onCancel} />
      ) : null}
      {!isPaid && !refusal && !isInDoubt ? (
        <TransferReview
          values={values}
          card={card}
          hasChoice={hasChoice}
          payment={payment}
          onNew={onNew}
          onCancel={onCancel}
        />
      ) : null}
    </>
  );
}
