import type { ScheduledPayment } from '@wattle/contract/schedules/schedules.ts';
import { useFormat } from '../../i18n/format.ts';
import { paths } from '../../paths.ts';
import { Link } from '../../router/public.ts';
import { PayeePicture } from '../transfers/payees/payee-picture.part.tsx';
import { FailedRun } from './failed-run.tsx';
import { isBill, useRegularWords } from './schedule-words.ts';
import { failedRunOf } from './scheduled.domain.ts';

type ScheduleRowProps = {
  readonly payment: ScheduledPayment;
  /** Removes an ended schedule from the list. */
  readonly onHide?: () => void;
};

/** A schedule as a whole: to whom, how often and until when, and what went wrong last. It leads to its page. */
export function ScheduleRow({ payment, onHide }: ScheduleRowProps) {
  const format = useFormat();
  const wordsOf = useRegularWords();
  const failed = failedRunOf(payment);
  return (
    <li className="scheduled__regular">
      <Link className="scheduled__row" to={paths.scheduledPayment(payment.id)}>
        <PayeePicture name={payment.accountName} isBiller={isBill(payment)} />
        <span className="scheduled__who">
          <span className="scheduled__name">{payment.accountName}</span>
          <span className="scheduled__how">{wordsOf(payment)}</span>
        </span>
        <span className="scheduled__amount">{format.money(payment.amount)}</span>
      </Link>
      {failed ? <FailedRun payment={payment} run={failed} {...(onHide ? { onHide } : {})} /> : null}
    </li>
  );
}
