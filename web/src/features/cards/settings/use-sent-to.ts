import { useNow } from '../../../api/use-now.ts';
import { useFormat } from '../../../i18n/format.ts';
import { useTexts } from '../../../i18n/use-texts.ts';
import { paths } from '../../../paths.ts';
import { Link } from '../../../router/public.ts';
import type { SummaryRow } from '../../../ui/pages/summary-list.tsx';

/** Row of a review: where an ordered card goes and by when it arrives, with the way to correct the address. */
export function useSentTo(address: string, arrivesBy: string | null): SummaryRow {
  const t = useTexts('settings');
  const format = useFormat();
  const now = useNow();
  return {
    term: t('review.sentTo'),
    value: address,
    ...(arrivesBy === null ? {} : { detail: t('review.arrives', { day: format.dayInWords(arrivesBy, now) }) }),
    change: { to: paths.myAccount(), link: Link },
  };
}
