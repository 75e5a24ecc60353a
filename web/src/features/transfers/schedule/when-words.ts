import { fullDay } from '@wattle/contract/rules/full-day.ts';
import { useLanguage, useTexts } from '../../../i18n/use-texts.ts';
import { agreedOutlook, type Dates } from './schedule.domain.ts';

/** When it is paid, as a review and a receipt say it, with the weekday, however long they stay open. */
export function useWhenWords(dates: Dates): string {
  const t = useTexts('transfers');
  const language = useLanguage();
  const outlook = agreedOutlook(dates);
  if (!outlook) return t('row.now');
  const { frequency, count } = outlook;
  return t(`row.when.${frequency}`, {
    count,
    first: fullDay(outlook.first, language),
    last: fullDay(outlook.last, language),
  });
}
