import { PAYMENT_FREQUENCY } from '@wattle/contract/rules/schedule-dates.ts';
import { useNow } from '../../../api/use-now.ts';
import { useFormat } from '../../../i18n/format.ts';
import { useTexts } from '../../../i18n/use-texts.ts';
import type { BankAccount } from '../../settlement/public.ts';
import type { MethodDescriptor, PaymentValues } from '../payment-method.ts';
import { agreedOutlook, checkSchedule, type Dates, datesOfForm } from './schedule.domain.ts';
import { useArrival, usePaymentDates } from './use-payment-dates.ts';

type Method = Pick<MethodDescriptor, 'name'>;

/**
 * Dates of a payment in words for a review and a receipt. They name the day and not "today", because the page may stay
 * open.
 */
export function useWhenWords(method: Method, dates: Dates): string {
  const t = useTexts('transfers');
  return usePlannedWords(method, dates) ?? t('row.now');
}

/** The days on which a later or regular payment is carried out, in words. Null: it is paid now. */
export function usePlannedWords(method: Method, dates: Dates | null): string | null {
  const t = useTexts('transfers');
  const format = useFormat();
  const now = useNow();
  const outlook = dates && agreedOutlook(dates);
  const paid = usePaymentDates(method, outlook ? dates : null);
  if (!outlook) return null;
  // The days as planned stand in until the server has moved them from weekends and holidays.
  const first = format.dayInWords(paid?.Payments[0]?.PaymentDate ?? outlook.first, now);
  const { frequency, count, last } = outlook;
  if (last === null) return t(`row.when.${frequency}.open`, { first });
  if (count === 1) return t(`row.when.${PAYMENT_FREQUENCY.laterDated}`, { first });
  return t(`row.when.${frequency}`, {
    count: count ?? 0,
    first,
    last: format.dayInWords(paid?.Last?.PaymentDate ?? last, now),
  });
}

/** Dates of a payment in words while it is typed, and the day of arrival. */
export function useFormWhen(
  { name, facts }: MethodDescriptor,
  values: PaymentValues,
  today: string,
  to: BankAccount | null,
) {
  const t = useTexts('transfers');
  const dates = datesOfForm(values, facts.leavesProgramme);
  const isRight = Object.keys(checkSchedule(values, facts.leavesProgramme, today)).length === 0;
  const isNow = dates.futureDate === null && dates.startDate === null;
  // A later payment goes by the rail of its day.
  const arrival = useArrival({ name }, isRight ? dates : null, isNow ? to : null);
  const later = usePlannedWords({ name }, isRight ? dates : null);
  return { arrival, whenWords: later ?? (isRight && isNow ? t('when.now') : '') };
}
