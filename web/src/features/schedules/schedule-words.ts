import type { ScheduledPayment } from '@wattle/contract/schedules/schedules.ts';
import { useNow } from '../../api/use-now.ts';
import { useFormat } from '../../i18n/format.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import { frequencyKey, isRegular } from './scheduled.domain.ts';

/** How often a payment is made; a bill on one day says what it is. */
export function useHowOften(): (payment: ScheduledPayment) => string {
  const t = useTexts('schedules');
  return (payment) => {
    const every = t(frequencyKey(payment));
    const isBill = payment.transferType === BILL && !isRegular(payment);
    return isBill ? t('bill', { once: t('once.within') }) : every;
  };
}

/** Payee type of a bill. */
const BILL = 1;

export const isBill = ({ transferType }: Pick<ScheduledPayment, 'transferType'>) => transferType === BILL;

/** A regular payment in one line: how often, when next, and how many are left. */
export function useRegularWords(): (payment: ScheduledPayment) => string {
  const t = useTexts('schedules');
  const format = useFormat();
  const now = useNow();
  return (payment) => {
    const { nextPaymentDate, paymentsLeft, endDate } = payment;
    if (nextPaymentDate === null) return t(`state.${payment.state}`);
    const hasBegun = payment.nextDate !== payment.startDate || payment.runs.length > 0;
    const words = t(hasBegun ? 'nextOn' : 'firstOn', {
      every: t(frequencyKey(payment)),
      date: format.dayInWords(nextPaymentDate, now),
    });
    if (endDate !== null) return t('untilDate', { words, date: format.dateOf(endDate) });
    return paymentsLeft === null ? words : t('left', { every: words, count: paymentsLeft });
  };
}
