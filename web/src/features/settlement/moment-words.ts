import { daysBetween } from '@wattle/contract/rules/dates.ts';
import { useNow } from '../../api/use-now.ts';
import { useFormat } from '../../i18n/format.ts';
import { useTexts } from '../../i18n/use-texts.ts';

/** An instant to come, within a sentence: `tomorrow at 5:44 am`. Uses the texts of `settlement`. */
export function useMomentWords(): (at: string) => string {
  const t = useTexts('settlement');
  const format = useFormat();
  const now = useNow();
  return (at) => {
    const days = daysBetween(format.dayOf(now), format.dayOf(at));
    const key = days === 0 ? 'at.today' : days === 1 ? 'at.tomorrow' : 'at.day';
    return t(key, { date: format.dayInWords(at, now), time: format.timeOf(at) });
  };
}
