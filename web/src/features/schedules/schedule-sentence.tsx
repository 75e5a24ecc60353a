import type { ScheduledPayment } from '@wattle/contract/schedules/schedules.ts';
import { useNow } from '../../api/use-now.ts';
import { useFormat } from '../../i18n/format.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import { movedWeekend } from '../transfers/public.ts';
import { isRegular } from './scheduled.domain.ts';

/** A schedule in one sentence: how much and how often, when next, until when, and what moves its days. */
export function ScheduleSentence({ payment }: { readonly payment: ScheduledPayment }) {
  const t = useTexts('schedules');
  const format = useFormat();
  const now = useNow();
  const { frequency, nextPaymentDate, comingPayments, heldUntil, paymentsLeft, endDate } = payment;
  const [next] = comingPayments;
  const amount = format.money(payment.amount);
  const what = payment.isReturnOfFunds ? t('say.return', { amount }) : t(`say.${frequency}`, { amount });
  if (nextPaymentDate === null) return <p className="schedule-panel__say">{t(`state.${payment.state}`)}</p>;
  if (heldUntil !== null) {
    const when = { date: format.dateOf(heldUntil), time: format.timeOf(heldUntil) };
    return (
      <p className="schedule-panel__say">
        <b>{what}</b>
        <span>{t('say.held', when)}</span>
      </p>
    );
  }
  const hasBegun = payment.nextDate !== payment.startDate || payment.runs.length > 0;
  const lead = !isRegular(payment) ? 'say.on' : hasBegun ? 'say.next' : 'say.first';
  const end = !isRegular(payment)
    ? t('say.end')
    : endDate !== null
      ? t('say.until', { date: format.dateOf(endDate) })
      : paymentsLeft === null
        ? t('say.open')
        : t('say.left', { count: paymentsLeft });
  const weekend = movedWeekend(
    frequency,
    comingPayments.map(({ plannedDate, paymentDate }) => ({ PlannedDate: plannedDate, PaymentDate: paymentDate })),
  );
  const isMoved = weekend === null && next !== undefined && next.plannedDate !== next.paymentDate;
  return (
    <p className="schedule-panel__say">
      <b>{what}</b>
      <span>{t(lead)}</span>
      <b>{format.dayInWords(nextPaymentDate, now)}</b>
      <span>{end}</span>
      {weekend === null ? null : <span>{t(`say.moved.${weekend}`)}</span>}
      {isMoved ? <span>{t('say.movedFrom', { date: format.dayInWords(next.plannedDate, now) })}</span> : null}
    </p>
  );
}
