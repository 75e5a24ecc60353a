import { useBrand } from '../../brand/brand.ts';
import { dayIn, daysBetween } from '@wattle/contract/rules/dates.ts';
import { useFormat } from '../../i18n/format.ts';
import { useTexts } from '../../i18n/use-texts.ts';

/** `Yesterday, Thursday 19 November`: today and yesterday are named by a word as well. */
export function useDayHeading(now: string): (day: string) => string {
  const t = useTexts('transactions');
  const format = useFormat();
  const { TimeZone } = useBrand();
  return (day) => {
    const date = format.dayInWords(day, now);
    const days = daysBetween(dayIn(now, TimeZone), day);
    if (days === 0) return t('dayToday', { date });
    return days === -1 ? t('dayYesterday', { date }) : date;
  };
}
