import '../../ui/panel.css';
import { foldToDirectEntry } from '@wattle/contract/rules/direct-entry.ts';
import { useEffect, useState } from 'react';
import { Link, Navigate, useNavigate } from '../../router/public.ts';
import { withProof } from '../../api/proof.ts';
import { useFormat } from '../../i18n/format.ts';
import { useErrorTexts, useTexts } from '../../i18n/use-texts.ts';
import { usePayment } from '../../journey/use-payment.ts';
import { useStep } from '../../journey/use-step.ts';
import { LoadFailed } from '../../layout/load-failed.tsx';
import { paths } from '../../paths.ts';
import { Banner } from '../../ui/banner.tsx';
import { JourneyPage } from '../../ui/journey-page.tsx';
import { AS_BSB, grouped } from '../../ui/typed-number.ts';
import { ReviewPage } from '../../ui/review-page.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { showToast } from '../../ui/toasts.ts';
import { cardOf, cardWords, useCards } from '../cards/public.ts';
import { returnProofOf } from './return-funds.domain.ts';
import { returnFundsJourney } from './return-funds-journey.ts';

/** The last look before everything goes back. Then the cards, with what was done. */
export function ReturnFundsReviewScreen() {
  const t = useTexts('returns');
  const transfers = useTexts('transfers');
  const wordsOf = useErrorTexts();
  const format = useFormat();
  const navigate = useNavigate();
  const cards = useCards();
  const step = useStep(returnFundsJourney, 'review');
  const form = step.isReady ? step.before.form : undefined;
  const paying = form && cardOf(cards.cards, form.card);
  const payment = usePayment(returnFundsJourney, (send) => {
    if (!form || !paying) return send();
    const Content = returnProofOf(form, JSON.parse(form.source), paying.AvailableAccountBalance);
    return withProof({ Purpose: 'payment', Content }, send);
  });
  const [isLeaving, setLeaving] = useState(false);
  const { receipt } = step.state;
  const isDone = step.elsewhere !== null && receipt !== null;
  useEffect(() => {
    if (isLeaving || !isDone || !receipt) return;
    setLeaving(true);
    const { dollars, name, receiptNumber, heldUntil } = receipt;
    const said = { amount: format.money(dollars), name, receiptNumber };
    showToast({
      text:
        heldUntil === null
          ? t('done', said)
          : t('held', { ...said, date: format.dateOf(heldUntil), time: format.timeOf(heldUntil) }),
    });
    returnFundsJourney.throwAway();
    void navigate(paths.cardHome(), { replace: true });
  }, [isLeaving, isDone, receipt, t, format, navigate]);
  if (isLeaving) return null;
  if (step.elsewhere !== null && !isDone) return <Navigate to={step.elsewhere} replace />;
  const values = isDone ? undefined : form;
  const card = values && paying;
  // The card is no longer in the list.
  if (values && !card && cards.isFresh) return <Navigate to={paths.returnFund()} replace />;
  if (!values || !card) {
    return (
      <JourneyPage title={t('reviewTitle')}>
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
  const { isSending, isInDoubt, refusal, trouble, confirm } = payment;
  const amount = format.money(card.AvailableAccountBalance);
  const cancel = () => {
    setLeaving(true);
    returnFundsJourney.throwAway();
    void navigate(paths.cardHome());
  };
  const failed = refusal ? { title: transfers('paymentFailed'), text: wordsOf(refusal.code) } : undefined;
  const unsent = trouble ? { title: transfers('trouble.title'), text: wordsOf(trouble.code) } : undefined;
  const doubt = isInDoubt ? { title: transfers('doubt.title'), text: transfers('doubt.text') } : undefined;
  const change = (id: string) => ({ to: `${paths.returnFund()}#${id}`, link: Link });
  return (
    <ReviewPage
      title={t('reviewTitle')}
      back={{ to: paths.returnFund(), link: Link }}
      steps={{ step: 2, of: 2 }}
      amount={{ dollars: card.AvailableAccountBalance, note: transfers('confirm.note.external') }}
      rows={[
        {
          term: transfers('row.to'),
          value: foldToDirectEntry(values.name).trim(),
          detail: values.bank,
          change: change('return-name'),
        },
        {
          term: t('account'),
          value: transfers('row.bankAccount', { bsb: grouped(values.bsb, AS_BSB), number: values.accountNumber }),
          change: change('return-bsb'),
        },
        { term: transfers('row.from'), value: cardWords(card) },
        { term: transfers('row.fee'), value: format.money(0) },
        { term: t('left'), value: format.money(0) },
      ]}
      notice={isInDoubt ? null : <Banner title={t('heldBefore')}>{t('heldBeforeText')}</Banner>}
      action={isSending ? transfers('confirm.sending') : t('action', { amount })}
      busy={isSending}
      error={failed ?? unsent ?? doubt}
      onConfirm={confirm}
      others={[{ label: t('cancel'), way: { onPress: cancel } }]}
    />
  );
}
