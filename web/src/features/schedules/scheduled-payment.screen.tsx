import './schedules.css';
import '../../ui/pages/panel.css';
import { getScheduledPayments, type ScheduledPayment } from '@wattle/contract/schedules/schedules.ts';
import type { CardSummary } from '@wattle/contract/cards/card.ts';
import { useState } from 'react';
import { useNow } from '../../api/use-now.ts';
import { useOperation } from '../../api/use-operation.ts';
import { useFormat } from '../../i18n/format.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import { LoadFailed } from '../../layout/load-failed.tsx';
import { paths } from '../../paths.ts';
import { Link, useNavigate, useParams } from '../../router/public.ts';
import { Banner } from '../../ui/banner.tsx';
import { AppIcon } from '../../ui/app-icon.tsx';
import { BackLink } from '../../ui/pages/back-link.tsx';
import { EmptyState } from '../../ui/pages/empty-state.tsx';
import { SkeletonRows } from '../../ui/pages/skeleton.tsx';
import { SummaryList } from '../../ui/pages/summary-list.tsx';
import { cardWords, useCards } from '../cards/public.ts';
import { ScamLink } from '../scams/scam-link.part.tsx';
import { AddToCalendar } from '../transfers/add-to-calendar.part.tsx';
import { PayeePicture } from '../transfers/payees/payee-picture.part.tsx';
import { withHyphen } from '../transfers/public.ts';
import { FailedRun } from './failed-run.tsx';
import { SchedulePanel } from './schedule-panel.tsx';
import { isBill } from './schedule-words.ts';
import { failedRunOf } from './scheduled.domain.ts';

/** One scheduled payment: what it does, its next days, what became of those before. */
export function ScheduledPaymentScreen() {
  const t = useTexts('schedules');
  const cards = useCards();
  return (
    <div className="scheduled">
      <BackLink way={{ to: paths.scheduledPayments(), link: Link }} />
      {cards.selected ? (
        <OfAccount key={cards.key} card={cards.selected} />
      ) : (
        <>
          <h1 className="visually-hidden">{t('one.title')}</h1>
          {cards.failure ? <LoadFailed failure={cards.failure} onRetry={cards.refetch} /> : <Waiting />}
        </>
      )}
    </div>
  );
}

function Waiting() {
  return (
    <div className="panel">
      <SkeletonRows count={4} />
    </div>
  );
}

function OfAccount({ card }: { readonly card: CardSummary }) {
  const t = useTexts('schedules');
  const { id = '' } = useParams();
  const { data, failure, refetch } = useOperation(getScheduledPayments, {
    query: { accountNumber: card.AccountNumber },
  });
  const payment = data && [...data.transferPayments, ...data.bpayPayments].find((one) => one.id === id);
  // A payment that has just been made leaves the list, and what is asked about it stays until it is answered.
  const [seen, setSeen] = useState(payment);
  if (payment && payment !== seen) setSeen(payment);
  const shown = payment ?? seen;
  if (shown) return <Payment payment={shown} card={card} isGone={payment === undefined} />;
  return (
    <>
      <h1 className="scheduled__title">{t('one.title')}</h1>
      {failure && !data ? <LoadFailed failure={failure} onRetry={refetch} /> : null}
      {data ? (
        <div className="panel">
          <EmptyState picture={<AppIcon name="calendar" />} title={t('one.gone')} text={t('one.goneText')} />
        </div>
      ) : null}
      {data || failure ? null : <Waiting />}
    </>
  );
}

type PaymentProps = { readonly payment: ScheduledPayment; readonly card: CardSummary; readonly isGone: boolean };

function Payment({ payment, card, isGone }: PaymentProps) {
  const t = useTexts('schedules');
  const navigate = useNavigate();
  const failed = failedRunOf(payment);
  const { AccountNumber: accountNumber } = card;
  const number = payment.bsb === null ? payment.accountNumber : `${withHyphen(payment.bsb)} · ${payment.accountNumber}`;
  const isCertain = payment.heldUntil === null && !payment.isWaiting && payment.nextPaymentDate !== null;
  return (
    <>
      <div className="scheduled__payee">
        <PayeePicture name={payment.accountName} isBiller={isBill(payment)} isLarge />
        <div>
          <h1 className="scheduled__title">{payment.accountName}</h1>
          <p className="scheduled__how figures">{number}</p>
        </div>
      </div>
      {isGone ? <Banner role="status" title={t('one.gone')} /> : null}
      <div className="scheduled__columns">
        <div className="scheduled__lists">
          <SchedulePanel
            payment={payment}
            accountNumber={accountNumber}
            onStopped={() => void navigate(paths.scheduledPayments(), { replace: true })}
          />
          {failed ? <FailedRun payment={payment} run={failed} /> : null}
          <div className="scheduled__tools">
            {isCertain ? <AddToCalendar accountNumber={accountNumber} receiptNumber={payment.receiptNumber} /> : null}
            <ScamLink accountNumber={accountNumber} receiptNumber={payment.receiptNumber} />
          </div>
        </div>
        <div className="scheduled__lists">
          <Past payment={payment} />
          <SummaryList
            layout="sides"
            rows={[
              { term: t('from'), value: cardWords(card) },
              ...[payment.description || payment.recipientDescription]
                .filter(Boolean)
                .map((value) => ({ term: t('description'), value })),
              { term: t('number'), value: payment.receiptNumber },
            ]}
          />
        </div>
      </div>
    </>
  );
}

function Past({ payment }: Pick<PaymentProps, 'payment'>) {
  const t = useTexts('schedules');
  const format = useFormat();
  const now = useNow();
  const { runs, nextPaymentDate } = payment;
  return (
    <section className="scheduled__section" aria-labelledby="scheduled-past">
      <h2 id="scheduled-past">{t('past')}</h2>
      {runs.length === 0 && nextPaymentDate !== null ? (
        <p className="scheduled__how">{t('past.none', { date: format.dayInWords(nextPaymentDate, now) })}</p>
      ) : null}
      <ul className="scheduled__runs">
        {runs.map((run) => (
          <li key={`${run.plannedDate} ${run.state}`}>
            <span>{format.dateOf(run.plannedDate)}</span>
            <span>{t(`run.${run.state}`, { receipt: run.receiptNumber ?? '' })}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
