import { getScheduledPayments } from '@wattle/contract/schedules/schedules.ts';
import { useNow } from '../../../api/use-now.ts';
import { useOperation } from '../../../api/use-operation.ts';
import { useBrand } from '../../../brand/brand.ts';
import { useFormat } from '../../../i18n/format.ts';
import { useTexts } from '../../../i18n/use-texts.ts';
import { paths } from '../../../paths.ts';
import { Link } from '../../../router/public.ts';
import type { OptionRow } from '../../../ui/fields/option-list.tsx';

const SHAPE =
  'M6.5 5.5h11A2.5 2.5 0 0 1 20 8v10a2.5 2.5 0 0 1-2.5 2.5h-11A2.5 2.5 0 0 1 4 18V8a2.5 2.5 0 0 1 2.5-2.5zM4 10h16M8.5 3.5v4M15.5 3.5v4';

/** The row that leads to the scheduled payments, with the next one of the account. None at a brand without them. */
export function useScheduledRow(accountNumber: string): readonly OptionRow[] {
  const t = useTexts('transfers');
  const format = useFormat();
  const now = useNow();
  const isEnabled = useBrand().Features.scheduledPayments;
  const { data } = useOperation(getScheduledPayments, { query: { accountNumber } }, { isEnabled });
  if (!isEnabled) return [];
  const [next] = [...(data?.transferPayments ?? []), ...(data?.bpayPayments ?? [])]
    .flatMap((payment) => payment.comingPayments.map(({ paymentDate: day }) => ({ day, payment })))
    .toSorted((one, other) => one.day.localeCompare(other.day));
  const words = next && {
    name: next.payment.accountName,
    amount: format.money(next.payment.amount),
    date: format.dayInWords(next.day, now),
  };
  return [
    {
      title: t('next.title'),
      now: words && t('next.what', words),
      shape: SHAPE,
      way: { to: paths.scheduledPayments(), link: Link },
    },
  ];
}
