import { useFormat } from '../../../i18n/format.ts';
import { useTexts } from '../../../i18n/use-texts.ts';
import { agreedOutlook, type ScheduleValues } from './schedule.domain.ts';

/** When it is paid, as a review and a receipt say it, however long they stay open. */
export function useWhenWords(values: ScheduleValues & { readonly way: string }): string {
  const t = useTexts('transfers');
  const format = useFormat();
  const outlook = agreedOutlook(values, values.way === 'internal');
  if (!outlook) return t('row.now');
  const { frequency, count } = outlook;
  return t(`row.when.${frequency}`, { count, first: format.dateOf(outlook.first), last: format.dateOf(outlook.last) });
}
