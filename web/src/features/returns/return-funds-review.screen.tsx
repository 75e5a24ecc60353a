import '../../ui/pages/panel.css';
import { paymentText } from '@wattle/contract/rules/direct-entry.ts';
import { useState } from 'react';
import { Link, Navigate, useNavigate } from '../../router/public.ts';
import { withProof } from '../../api/proof.ts';
import { useFormat } from '../../i18n/format.ts';
import { useErrorTexts, useTexts } from '../../i18n/use-texts.ts';
import { usePayment } from '../../journey/use-payment.ts';
import { useStep } from '../../journey/use-step.ts';
import { LoadFailed } from '../../layout/load-failed.tsx';
import { NotSent, Unsure } from '../../layout/attempt-ends.tsx';
import { OutcomePage } from '../../layout/outcome-page.tsx';
import { paths } from '../../paths.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button, buttonClass } from '../../ui/button.tsx';
import { JourneyPage } from '../../ui/pages/journey-page.tsx';
import { AS_BSB, grouped } from '../../ui/fields/typed-number.ts';
import { Disclosure, DisclosureList } from '../../ui/pages/disclosure.tsx';
import { ReviewPage } from '../../ui/pages/review-page.tsx';
import { SkeletonRows } from '../../ui/pages/skeleton.tsx';
import { cardOf, cardWords, useCards } from '../cards/public.ts';
import { ScamLink } from '../scams/scam-link.part.tsx';
import { HeldWords, useMomentWords } from '../settlement/public.ts';
import { HeldTrack } from '../settlement/held-track.part.tsx';
import { useArrivalNow, useHoldOf } from '../transfers/public.ts';
import { refusedReturnField, RETURN_FIELD_IDS, returnProofOf, type ReturnField } from './return-funds.domain.ts';
import { type ReturnedFunds, returnFundsJourney } from './return-funds-journey.ts';

/** The review before the whole balance is returned, and the outcome. */
export function ReturnFundsReviewScreen() {
  const t = useTexts('returns');
  const transfers = useTexts('transfers');
  const outcomes = useTexts('outcomes');
  const wordsOf = useErrorTexts();
  const format = useFormat();
  const navigate = useNavigate();
  const cards = useCards();
  const arrival = useArrivalNow('external');
  const step = useStep(returnFundsJourney, 'review');
  const form = step.isReady ? step.before.form : undefined;
  const paying = form && cardOf(cards.cards, form.card);
  const payment = usePayment(returnFundsJourney, (send) => {
    if (!form || !paying) return send();
    const Content = returnProofOf(form.body, paying.AvailableAccountBalance);
    return withProof({ Purpose: 'payment', Content }, send);
  });
  const hold = useHoldOf({
    method: 'external',
    payer: paying?.AccountNumber ?? '',
    bsb: form?.bsb ?? '',
    number: form?.accountNumber ?? '',
    dollars: paying?.AvailableAccountBalance ?? 0,
    name: form?.name ?? '',
    isEnabled: paying !== undefined && paying.AvailableAccountBalance > 0,
  });
  const [isLeaving, setLeaving] = useState(false);
  const { receipt } = step.state;
  if (isLeaving) return null;
  if (step.elsewhere !== null && receipt) return <Returned receipt={receipt} />;
  if (step.elsewhere !== null) return <Navigate to={step.elsewhere} replace />;
  const card = paying;
  // The card is no longer in the list.
  if (form && !card && cards.isFresh) return <Navigate to={paths.returnFund()} replace />;
  if (!form || !card) {
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
  const unsent = trouble ? { title: transfers('trouble.title'), text: wordsOf(trouble.code) } : undefined;
  const change = (field: ReturnField) => ({ to: `${paths.returnFund()}#${RETURN_FIELD_IDS[field]}`, link: Link });
  const action = t('action', { amount });
  const leave = (words: string) => (
    <Button tone="text" wide onClick={cancel}>
      {words}
    </Button>
  );
  if (isInDoubt) {
    return (
      <Unsure
        title={transfers('doubt.title')}
        pageTitle={transfers('unsure.title')}
        lead={
          <>
            <p>{transfers('unsure.text')}</p>
            <p>{transfers('unsure.once')}</p>
          </>
        }
        // Once it was made, nothing is left to be returned.
        action={card.AvailableAccountBalance > 0 ? action : undefined}
        again={isSending ? transfers('confirm.sending') : outcomes('again')}
        isSending={isSending}
        onAgain={confirm}
        ways={
          <>
            <Link className={buttonClass({ tone: 'tonal', wide: true })} to={paths.transactions()}>
              {outcomes('look')}
            </Link>
            {leave(outcomes('leave'))}
          </>
        }
        rows={[
          { term: transfers('row.to'), value: paymentText(form.name), detail: form.bank },
          { term: transfers('row.from'), value: cardWords(card) },
          { term: transfers('row.receipt'), value: transfers('unsure.number') },
        ]}
      />
    );
  }
  if (refusal) {
    const field = refusedReturnField(refusal);
    return (
      <NotSent
        title={transfers('paymentFailed')}
        reason={wordsOf(refusal.code)}
        unchanged={transfers('failed.noMoney')}
        ways={
          <>
            {field ? null : (
              <Button wide onClick={confirm}>
                {outcomes('again')}
              </Button>
            )}
            <Link
              className={buttonClass({ tone: field ? 'main' : 'tonal', wide: true })}
              to={change(field ?? 'name').to}
            >
              {t('change')}
            </Link>
            {leave(transfers('failed.home'))}
          </>
        }
      />
    );
  }
  return (
    <ReviewPage
      title={t('reviewTitle')}
      back={{ to: paths.returnFund(), link: Link }}
      steps={{ step: 2, of: 2 }}
      amount={{ dollars: card.AvailableAccountBalance, note: hold.note ?? arrival, why: hold.why }}
      rows={[
        {
          term: transfers('row.to'),
          value: paymentText(form.name),
          detail: form.bank,
          change: change('name'),
        },
        {
          term: t('account'),
          value: transfers('row.bankAccount', { bsb: grouped(form.bsb, AS_BSB), number: form.accountNumber }),
          change: change('bsb'),
        },
        { term: transfers('row.from'), value: cardWords(card) },
        { term: transfers('row.fee'), value: format.money(0) },
        { term: t('left'), value: format.money(0) },
      ]}
      notice={hold.isUnknown ? <Banner title={t('heldBefore')}>{t('heldBeforeText')}</Banner> : null}
      action={isSending ? transfers('confirm.sending') : action}
      busy={isSending}
      error={unsent}
      onConfirm={confirm}
      others={[{ label: t('cancel'), way: { onPress: cancel } }]}
    />
  );
}

/** Everything is on its way back, or is held for a day. */
function Returned({ receipt }: { readonly receipt: ReturnedFunds }) {
  const t = useTexts('returns');
  const transfers = useTexts('transfers');
  const format = useFormat();
  const settlement = useTexts('settlement');
  const momentWords = useMomentWords();
  const [isStopped, setStopped] = useState(false);
  const { account, dollars, name, receiptNumber, askedAt, heldUntil } = receipt;
  const amount = format.money(dollars);
  const isHeld = heldUntil !== null && !isStopped;
  return (
    <OutcomePage
      state={isStopped ? 'stopped' : isHeld ? 'held' : 'sent'}
      title={
        isStopped
          ? settlement('stop.done', { name })
          : transfers(isHeld ? 'paid.held' : 'paid.title', { amount, name, when: momentWords(heldUntil ?? askedAt) })
      }
      pageTitle={transfers(isStopped ? 'paymentStopped' : isHeld ? 'paymentHeld' : 'paymentSuccessful')}
      lead={
        isStopped ? (
          <p>{settlement('stop.doneText')}</p>
        ) : isHeld ? (
          <HeldWords method="external" heldUntil={heldUntil} to={null} why={t('held')} />
        ) : (
          <p>{t('done')}</p>
        )
      }
      content={
        isHeld ? (
          <HeldTrack
            to={null}
            method="external"
            {...{ name, askedAt, heldUntil, receiptNumber, accountNumber: account }}
            onStopped={() => setStopped(true)}
          />
        ) : undefined
      }
      slip={{
        number: receiptNumber,
        rows: [
          { term: transfers('row.amount'), value: amount },
          { term: transfers('row.to'), value: name },
          { term: transfers('row.fee'), value: format.money(0) },
          { term: transfers('row.receipt'), value: receiptNumber },
        ],
        end:
          isHeld || isStopped ? null : (
            <DisclosureList>
              <Disclosure title={transfers('receipt.wrong')}>
                <ScamLink accountNumber={account} receiptNumber={receiptNumber} />
              </Disclosure>
            </DisclosureList>
          ),
      }}
      ways={
        <>
          <Link className={buttonClass()} to={paths.cardHome()}>
            {transfers('home')}
          </Link>
          {isHeld ? (
            <Link className={buttonClass({ tone: 'tonal' })} to={paths.scheduledPayments()}>
              {transfers('paid.seeScheduled')}
            </Link>
          ) : null}
        </>
      }
    >
      {isHeld ? <ScamLink accountNumber={account} receiptNumber={receiptNumber} /> : null}
    </OutcomePage>
  );
}
