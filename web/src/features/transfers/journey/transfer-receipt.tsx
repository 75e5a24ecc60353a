import '../transfers.css';
import type { CardSummary } from '@wattle/contract/cards/card.ts';
import { lazy, Suspense, useRef, useState } from 'react';
import { Link } from '../../../router/public.ts';
import { useBrand } from '../../../brand/brand.ts';
import { useFormat } from '../../../i18n/format.ts';
import { useTexts } from '../../../i18n/use-texts.ts';
import { usePageTitle } from '../../../layout/page-title.ts';
import { PaperLogo } from '../../../layout/paper-logo.tsx';
import { paths } from '../../../paths.ts';
import { Banner } from '../../../ui/banner.tsx';
import { buttonClass } from '../../../ui/button.tsx';
import { Receipt } from '../../../ui/receipt.tsx';
import { Skeleton, SkeletonRows } from '../../../ui/skeleton.tsx';
import { cardWords } from '../../cards/public.ts';
import { whenOfDates } from '../schedule/schedule.domain.ts';
import { useWhenWords } from '../schedule/when-words.ts';
import { SaveReceipt } from '../save-receipt.part.tsx';
import { checkedPayment, type PaidTransfer } from './transfer-journey.ts';
import { usePaidParty } from './use-paid-party.ts';
import { useResultFocus } from './use-result-focus.ts';

/** Only what has left the programme has a course. */
const PaymentCourse = lazy(async () => ({
  default: (await import('../../settlement/payment-course.part.tsx')).PaymentCourse,
}));

type TransferReceiptProps = {
  readonly paid: PaidTransfer;
  readonly card: CardSummary;
  /** The card is as it is after the payment. */
  readonly isFresh: boolean;
};

/** The payment is made: what is kept of it, and what is left. */
export function TransferReceipt({ paid, card, isFresh }: TransferReceiptProps) {
  const t = useTexts('transfers');
  const format = useFormat();
  const { BrandName } = useBrand();
  const box = useRef<HTMLDivElement>(null);
  useResultFocus(box);
  const { values, receiptNumber, paidAt, heldUntil } = paid;
  const { method, payer, dollars, dates, description, recipientDescription } = checkedPayment(values);
  const isHeld = heldUntil !== null;
  const isNow = whenOfDates(dates) === 'now' && !isHeld;
  const done = t(isNow ? 'paymentSuccessful' : 'paymentSuccessfullyScheduled');
  usePageTitle(done);
  const whenWords = useWhenWords(dates);
  const amount = format.money(dollars);
  const { name, destination } = usePaidParty(values);
  const moment = (instant: string) => t('paid.when', { date: format.dateOf(instant), time: format.timeOf(instant) });
  return (
    <div ref={box}>
      <Receipt
        title={t(isNow ? 'paid.title' : isHeld ? 'paid.held' : 'paid.scheduled', { amount, name })}
        lead={done}
        issuer={{ name: BrandName, logo: <PaperLogo /> }}
        save={isNow ? <SaveReceipt accountNumber={payer} receiptNumber={receiptNumber} /> : undefined}
        rows={[
          { term: t('row.amount'), value: amount },
          { term: t('kind'), value: t(`kind.${method.name}`) },
          {
            term: t('row.to'),
            value: name,
            detail: destination,
          },
          { term: t('row.from'), value: cardWords(card) },
          {
            term: t('row.when'),
            value: isNow || isHeld ? moment(isHeld ? heldUntil : paidAt) : whenWords,
          },
          ...(method.recipientWords ? [{ term: t('row.recipientDescription'), value: recipientDescription }] : []),
          { term: t('row.description'), value: description || name },
          { term: t('row.fee'), value: format.money(0) },
          { term: t('row.receipt'), value: receiptNumber },
        ]}
      >
        {!method.facts.leavesProgramme || !isNow ? null : (
          <Suspense fallback={<SkeletonRows count={3} />}>
            <PaymentCourse accountNumber={payer} receiptNumber={receiptNumber} />
          </Suspense>
        )}
        {isHeld ? (
          <Banner title={t('held.title')} role="status">
            {t('held.text', { name, when: moment(heldUntil) })}
          </Banner>
        ) : null}
        {isNow ? (
          <Left isFresh={isFresh} available={card.AvailableAccountBalance} />
        ) : (
          <Link className={buttonClass({ tone: 'line', wide: true })} to={paths.scheduledPayments()}>
            {t(isHeld ? 'held.see' : 'paid.seeScheduled')}
          </Link>
        )}
        <Link className={buttonClass({ wide: true })} to={paths.cardHome()}>
          {t('home')}
        </Link>
        <Link className={buttonClass({ tone: 'text', wide: true })} to={paths.fundsTransfer()}>
          {t('paid.another')}
        </Link>
      </Receipt>
    </div>
  );
}

function Left({ isFresh, available }: { readonly isFresh: boolean; readonly available: number }) {
  const t = useTexts('transfers');
  const format = useFormat();
  const amount = format.money(available);
  // Shown as soon as it has come; a later look at the cards does not take it away.
  const [hasCome, setHasCome] = useState(isFresh);
  if (isFresh && !hasCome) setHasCome(true);
  // The amount is emphasised at its position in the sentence, which depends on the language.
  const [before, after] = t('paid.left', { amount }).split(amount);
  return (
    <p className="transfer-result__balance" role="status">
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
