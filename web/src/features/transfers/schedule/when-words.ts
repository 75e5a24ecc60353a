import { useFormat } from '../../../i18n/format.ts';
import { useTexts } from '../../../i18n/use-texts.ts';
import { agreedOutlook, type Dates } from './schedule.domain.ts';

/** When it is paid, as a review and a receipt say it, however long they stay open. */
export function useWhenWords(dates: Dates): string {
  const t = useTexts('transfers');
  const format = useFormat();
  const outlook = agreedOutlook(dates);
  if (!outlook) return t('row.now');
  const { frequency, count } = outlook;
  return t(`row.when.${frequency}`, { count, first: format.dateOf(outlook.first), last: format.dateOf(outlook.last) });
}
