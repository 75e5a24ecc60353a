import type { ScheduledPayment } from '@wattle/contract/schedules/schedules.ts';
import { useNow } from '../../api/use-now.ts';
import { useFormat } from '../../i18n/format.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import { Disclosure } from '../../ui/pages/disclosure.tsx';
import { frequencyKey, failedRunOf } from './scheduled.domain.ts';
import { FailedRun } from './failed-run.tsx';

type RegularRowProps = {
  readonly payment: ScheduledPayment;
  /** Removes an ended schedule from the list. */
  readonly onHide?: () => void;
};

/** A schedule as a whole: how often and until when, what went wrong last, and what became of each payment. */
export function RegularRow({ payment, onHide }: RegularRowProps) {
  const t = useTexts('schedules');
  const format = useFormat();
  const failed = failedRunOf(payment);
  const now = useNow();
  const every = t(frequencyKey(payment));
  const hasBegun = payment.nextDate !== payment.startDate;
  return (
    <li className="scheduled__item">
      <div className="scheduled__row scheduled__row--plain">
        <div className="scheduled__who">
          <p className="scheduled__name">{payment.accountName}</p>
          <p className="scheduled__how">
            {payment.nextPaymentDate === null
              ? t(`state.${payment.state}`)
              : t(hasBegun ? 'nextOn' : 'firstOn', { every, date: format.dayInWords(payment.nextPaymentDate, now) })}
          </p>
          {payment.endDate === null ? null : (
            <p className="scheduled__how">{t('until', { date: format.dateOf(payment.endDate) })}</p>
          )}
        </div>
        <b className="scheduled__amount">{format.money(payment.amount)}</b>
      </div>
      {failed ? <FailedRun payment={payment} run={failed} {...(onHide ? { onHide } : {})} /> : null}
      {payment.runs.length > 0 ? (
        <Disclosure title={t('runs')}>
          <ul className="scheduled__runs">
            {payment.runs.map((run) => (
              <li key={run.plannedDate}>
                <span>{format.dateOf(run.plannedDate)}</span>
                <span>{t(`run.${run.state}`, { receipt: run.receiptNumber ?? '' })}</span>
              </li>
            ))}
          </ul>
        </Disclosure>
      ) : null}
    </li>
  );
}
