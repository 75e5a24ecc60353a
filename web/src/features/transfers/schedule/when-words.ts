import { fullDay } from '@wattle/contract/rules/full-day.ts';
import { useLanguage, useTexts } from '../../../i18n/use-texts.ts';
import type { MethodDescriptor, PaymentValues } from '../payment-method.ts';
import { agreedOutlook, checkSchedule, type Dates, datesOfForm, type Outlook } from './schedule.domain.ts';
import { useArrival } from './use-payment-dates.ts';

/**
 * Dates of a payment in words for a review and a receipt. They name the day and not "today", because the page may stay
 * open.
 */
export function useWhenWords(dates: Dates): string {
  const t = useTexts('transfers');
  return useOutlookWords(agreedOutlook(dates)) ?? t('row.now');
}

function useOutlookWords(outlook: Outlook | null): string | null {
  const t = useTexts('transfers');
  const language = useLanguage();
  if (!outlook) return null;
  const { frequency, count, first, last } = outlook;
  if (last === null) return t(`row.when.${frequency}.open`, { first: fullDay(first, language) });
  return t(`row.when.${frequency}`, {
    count: count ?? 1,
    first: fullDay(first, language),
    last: fullDay(last, language),
  });
}

/** Dates of a payment in words while it is typed, and the day of arrival. */
export function useFormWhen({ name, facts }: MethodDescriptor, values: PaymentValues, today: string) {
  const t = useTexts('transfers');
  const dates = datesOfForm(values, facts.leavesProgramme);
  const isRight = Object.keys(checkSchedule(values, facts.leavesProgramme, today)).length === 0;
  const arrival = useArrival({ name }, isRight ? dates : null);
  const later = useOutlookWords(isRight ? agreedOutlook(dates) : null);
  const isNow = dates.futureDate === null && dates.startDate === null;
  const now = arrival === '' ? t('row.now') : t('when.nowArrives', { arrives: arrival });
  return { arrival, whenWords: later ?? (isRight && isNow ? now : '') };
}
