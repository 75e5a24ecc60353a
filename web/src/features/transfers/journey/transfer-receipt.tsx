import '../transfers.css';
import { getPaymentCourse } from '@wattle/contract/settlement/payment-course.ts';
import type { CardSummary } from '@wattle/contract/cards/card.ts';
import { useState } from 'react';
import { Link } from '../../../router/public.ts';
import { useLiveOutcome } from './use-live-outcome.ts';
import { useNow } from '../../../api/use-now.ts';
import { useOperation } from '../../../api/use-operation.ts';
import { useBrand } from '../../../brand/brand.ts';
import { useFormat } from '../../../i18n/format.ts';
import { useOwnedMoney } from '../../../i18n/hidden-money.tsx';
import { useTexts } from '../../../i18n/use-texts.ts';
import { OutcomePage, type OutcomeSlip, type OutcomeState } from '../../../layout/outcome-page.tsx';
import { paths } from '../../../paths.ts';
import { Banner } from '../../../ui/banner.tsx';
import { Button, buttonClass } from '../../../ui/button.tsx';
import { Disclosure, DisclosureList } from '../../../ui/pages/disclosure.tsx';
import { Skeleton, SkeletonRows } from '../../../ui/pages/skeleton.tsx';
import { cardWords } from '../../cards/public.ts';
import { whenOfDates } from '../schedule/schedule.domain.ts';
import { arrivalKey, useMovedArrival } from '../schedule/use-payment-dates.ts';
import { useWhenWords } from '../schedule/when-words.ts';
import { HeldWords, useMomentWords } from '../../settlement/public.ts';
import { ScamLink } from '../../scams/scam-link.part.tsx';
import { AddToCalendar } from '../add-to-calendar.part.tsx';
import { SaveReceipt } from '../save-receipt.part.tsx';
import { bankAccountOf, checkedPayment, type PaidTransfer } from './transfer-journey.ts';
import { payeePlanOf } from './transfer.domain.ts';
import { usePaidParty } from './use-paid-party.ts';
import { lazyPart } from '../../../missing-script/lazy-part.tsx';

const HeldTrack = lazyPart(
  async () => (await import('../../settlement/held-track.part.tsx')).HeldTrack,
  <SkeletonRows count={3} />,
);
/** Only a payment that has left the programme has steps at the bank. */
const PaymentCourse = lazyPart(
  async () => (await import('../../settlement/payment-course.part.tsx')).PaymentCourse,
  <SkeletonRows count={3} />,
);

const AskBack = lazyPart(async () => (await import('../../settlement/payment-course.part.tsx')).AskBack);

type TransferReceiptProps = {
  readonly paid: PaidTransfer;
  readonly card: CardSummary;
  /** The card was loaded again after the payment. */
  readonly isFresh: boolean;
  readonly onAgain: () => void;
};

/** Document titles contain no amounts and no names. */
const TITLES: Partial<Record<OutcomeState, string>> = {
  sent: 'paymentSuccessful',
  later: 'paymentSuccessfullyScheduled',
  held: 'paymentHeld',
  stopped: 'paymentStopped',
};

/** Result of a payment that is made, planned or held: its receipt and the remaining balance. */
export function TransferReceipt({ paid, card, isFresh, onAgain }: TransferReceiptProps) {
  const t = useTexts('transfers');
  const format = useFormat();
  const settlement = useTexts('settlement');
  const { SupportPhoneNumber: phone } = useBrand();
  const [isStopped, setStopped] = useState(false);
  const { values, receiptNumber, paidAt, heldUntil } = paid;
  const checked = checkedPayment(values);
  const { method, payer, dollars, dates } = checked;
  const isNow = whenOfDates(dates) === 'now';
  const state = isStopped ? 'stopped' : heldUntil !== null ? 'held' : isNow ? 'sent' : 'later';
  const plan = payeePlanOf(values);
  // Scams are first payments to someone new.
  const isDoubtful = state === 'held' || (state !== 'stopped' && (plan === 'new' || plan === 'nobody'));
  const { name } = usePaidParty(values);
  const newPayees = paid.newPayees ?? dollars;
  const slip = useSlip(paid, card, state);
  const momentWords = useMomentWords();
  const amount = format.money(dollars);
  const title =
    state === 'stopped'
      ? settlement('stop.done', { name })
      : t({ sent: plan === 'own' ? 'own.paid' : 'paid.title', later: 'paid.scheduled', held: 'paid.held' }[state], {
          amount,
          name,
          when: momentWords(heldUntil ?? paidAt),
        });
  const live = useLiveOutcome(paid, name, state === 'sent');
  return (
    <OutcomePage
      state={live?.state ?? state}
      title={live?.title ?? title}
      pageTitle={t(TITLES[state] ?? '')}
      lead={
        state === 'later' ? undefined : (
          <>
            {state === 'held' ? (
              <HeldWords
                method={method.name}
                heldUntil={heldUntil}
                to={bankAccountOf(checked)}
                why={
                  newPayees > dollars ? t('held.why', { amount: format.money(newPayees) }) : t('held.first', { name })
                }
              />
            ) : null}
            {state === 'stopped' ? <p>{settlement('stop.doneText')}</p> : null}
            {live?.text ? <p>{live.text}</p> : null}
            <Left isFresh={isFresh} available={card.AvailableAccountBalance} />
          </>
        )
      }
      slip={{
        ...slip,
        end: (
          <>
            <Link className={buttonClass({ tone: 'text' })} to={paths.fundsTransfer()}>
              {t('paid.another')}
            </Link>
            {isDoubtful || state === 'stopped' || plan === 'own' ? null : (
              <DisclosureList>
                <Disclosure title={t('receipt.wrong')}>
                  {() => (
                    <div className="transfer__wrong">
                      {method.facts.leavesProgramme && state === 'sent' ? (
                        <AskBack accountNumber={payer} receiptNumber={receiptNumber} />
                      ) : null}
                      <ScamLink accountNumber={payer} receiptNumber={receiptNumber} />
                    </div>
                  )}
                </Disclosure>
              </DisclosureList>
            )}
          </>
        ),
      }}
      content={
        <>
          {method.facts.leavesProgramme && state === 'sent' ? (
            <PaymentCourse accountNumber={payer} receiptNumber={receiptNumber} hasAsk={isDoubtful} />
          ) : null}
          {state === 'held' && heldUntil !== null ? (
            <HeldTrack
              accountNumber={payer}
              receiptNumber={receiptNumber}
              name={name}
              method={method.name}
              askedAt={paidAt}
              heldUntil={heldUntil}
              to={bankAccountOf(checked)}
              onStopped={() => setStopped(true)}
            />
          ) : null}
        </>
      }
      ways={
        <>
          <Link className={buttonClass()} to={paths.cardHome()}>
            {t('home')}
          </Link>
          {state === 'sent' ? (
            <Button tone="tonal" onClick={onAgain}>
              {t('paid.again')}
            </Button>
          ) : state === 'stopped' ? null : (
            <Link className={buttonClass({ tone: 'tonal' })} to={paths.scheduledPayments()}>
              {t('paid.seeScheduled')}
            </Link>
          )}
        </>
      }
    >
      {state === 'held' ? <Banner title={t('held.rush')}>{t('held.rushText', { phone })}</Banner> : null}
      {isDoubtful ? <ScamLink accountNumber={payer} receiptNumber={receiptNumber} /> : null}
    </OutcomePage>
  );
}

function useSlip(paid: PaidTransfer, card: CardSummary, state: OutcomeState): OutcomeSlip {
  const t = useTexts('transfers');
  const format = useFormat();
  const { values, receiptNumber, paidAt, heldUntil } = paid;
  const { method, payer, dollars, dates, description, recipientDescription } = checkedPayment(values);
  const whenWords = useWhenWords(method, dates);
  const { name, destination } = usePaidParty(values);
  const arrival = useArrivalOf(paid, state);
  const isOwn = payeePlanOf(values) === 'own';
  const moment = (instant: string) => t('paid.when', { date: format.dateOf(instant), time: format.timeOf(instant) });
  return {
    number: receiptNumber,
    ...(state === 'sent' ? { save: <SaveReceipt accountNumber={payer} receiptNumber={receiptNumber} /> } : {}),
    ...(state === 'later' ? { more: <AddToCalendar accountNumber={payer} receiptNumber={receiptNumber} /> } : {}),
    rows: [
      { term: t('row.amount'), value: format.money(dollars) },
      { term: t('kind'), value: t(`kind.${method.name}`) },
      { term: t('row.to'), value: name, detail: destination },
      { term: t('row.from'), value: cardWords(card) },
      { term: t('row.when'), value: state === 'later' ? whenWords : moment(heldUntil ?? paidAt), detail: arrival },
      ...(method.recipientWords && !isOwn
        ? [{ term: t('row.recipientDescription'), value: recipientDescription }]
        : []),
      ...(isOwn ? [] : [{ term: t('row.description'), value: description || name }]),
      { term: t('row.fee'), value: format.money(0) },
      { term: t('row.receipt'), value: receiptNumber },
    ],
  };
}

/** The day on which the money arrives, in words; undefined while it is not known, and where the page says it above. */
function useArrivalOf({ values, receiptNumber }: PaidTransfer, state: OutcomeState): string | undefined {
  const t = useTexts('transfers');
  const format = useFormat();
  const now = useNow();
  const { method, payer: accountNumber, dates } = checkedPayment(values);
  const isSent = state === 'sent';
  const { leavesProgramme } = method.facts;
  const body = { accountNumber, receiptNumber };
  const course = useOperation(getPaymentCourse, { body }, { isEnabled: isSent && leavesProgramme });
  const planned = useMovedArrival(method, state === 'later' ? dates : null);
  if (!isSent) return planned || undefined;
  if (!leavesProgramme) return t('arrives.straightAway');
  const { Rail, ArrivalDate: day } = course.data?.Course ?? {};
  if (Rail === 'call') return t('row.howInstant');
  return day && t(arrivalKey(t, method), { date: format.dayInWords(day, now) });
}

function Left({ isFresh, available }: { readonly isFresh: boolean; readonly available: number }) {
  const t = useTexts('transfers');
  const owned = useOwnedMoney();
  const amount = owned(available);
  // Once the balance is shown it stays, even while the cards are fetched again.
  const [hasCome, setHasCome] = useState(isFresh);
  if (isFresh && !hasCome) setHasCome(true);
  // The amount is emphasised at its position in the sentence, which depends on the language.
  const [before, after] = t('paid.left', { amount }).split(amount);
  return (
    <p role="status">
      {hasCome ? (
        <>
          {before}
          <b>{amount}</b>
          {after}
        </>
      ) : (
        <Skeleton width="12rem" />
      )}
    </p>
  );
}
