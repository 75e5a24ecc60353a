import type { ScheduledPayment } from '@wattle/contract/schedules/schedules.ts';
import { dateFormat } from '@wattle/contract/rules/intl-formats.ts';
import { dayOfMonth } from '@wattle/contract/rules/dates.ts';
import { LANGUAGE_TAG } from '@wattle/contract/rules/languages.ts';
import { Link } from '../../router/public.ts';
import { useNow } from '../../api/use-now.ts';
import { useFormat } from '../../i18n/format.ts';
import { useLanguage, useTexts } from '../../i18n/use-texts.ts';
import { paths } from '../../paths.ts';
import { Button } from '../../ui/button.tsx';
import { AddToCalendar } from '../transfers/add-to-calendar.part.tsx';
import { ScamLink } from '../scams/scam-link.part.tsx';
import { frequencyKey, isRegular, failedRunOf } from './scheduled.domain.ts';
import { FailedRun } from './failed-run.tsx';

type UpcomingRowProps = {
  readonly payment: ScheduledPayment;
  readonly accountNumber: string;
  readonly onDelete: () => void;
};

/** The next payment of a schedule: its day, to whom, how much. */
export function UpcomingRow({ payment, accountNumber, onDelete }: UpcomingRowProps) {
  const t = useTexts('schedules');
  const format = useFormat();
  const now = useNow();
  const language = useLanguage();
  const day = payment.nextPaymentDate ?? payment.startDate;
  const part = (options: Intl.DateTimeFormatOptions) =>
    dateFormat(LANGUAGE_TAG[language], { timeZone: 'UTC', ...options }).format(new Date(`${day}T12:00:00Z`));
  const every = t(frequencyKey(payment));
  const words = payment.description || payment.recipientDescription;
  const isMoved = payment.nextDate !== null && payment.nextDate !== day;
  const failed = isRegular(payment) ? null : failedRunOf(payment);
  return (
    <li className="scheduled__item">
      <div className="scheduled__row">
        <time className="scheduled__date" dateTime={day}>
          <span>{part({ weekday: 'short' })}</span>
          <b>{dayOfMonth(day)}</b>
          <span>{part({ month: 'short' })}</span>
        </time>
        <div className="scheduled__who">
          <p className="scheduled__name">{payment.accountName}</p>
          <p className="scheduled__how">
            {payment.paymentsLeft !== null && isRegular(payment)
              ? t('left', { every, count: payment.paymentsLeft })
              : every}
            {words ? ` · ${words}` : null}
          </p>
          {payment.isWaiting ? (
            <p className="scheduled__how">
              <Link to={paths.accountCheck()}>{t('waiting')}</Link>
            </p>
          ) : null}
          {payment.heldUntil === null || payment.isWaiting ? null : (
            <p className="scheduled__how">
              {t('held', { date: format.dateOf(payment.heldUntil), time: format.timeOf(payment.heldUntil) })}
            </p>
          )}
          {isMoved ? (
            <p className="scheduled__how">{t('moved', { date: format.dayInWords(payment.nextDate ?? day, now) })}</p>
          ) : null}
        </div>
        <b className="scheduled__amount">{format.money(payment.amount)}</b>
        <Button tone="text" small onClick={onDelete}>
          {t(payment.heldUntil === null ? 'delete' : 'stop')}
          <span className="visually-hidden"> {payment.accountName}</span>
        </Button>
      </div>
      <div className="scheduled__tools">
        {payment.heldUntil === null && !payment.isWaiting ? (
          <AddToCalendar
            accountNumber={accountNumber}
            receiptNumber={payment.receiptNumber}
            name={payment.accountName}
          />
        ) : null}
        <ScamLink accountNumber={accountNumber} receiptNumber={payment.receiptNumber} name={payment.accountName} />
      </div>
      {failed ? <FailedRun payment={payment} run={failed} /> : null}
    </li>
  );
}
