import type { ScheduledPayment } from '@wattle/contract/schedules/schedules.ts';
import { useNow } from '../../api/use-now.ts';
import { useFormat } from '../../i18n/format.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import { dueWithin } from './scheduled.domain.ts';

const DAYS_MS = 30 * 86_400_000;

type NextDaysProps = { readonly transfers: readonly ScheduledPayment[]; readonly bills: readonly ScheduledPayment[] };

/** How much leaves the card in the next 30 days. */
export function NextDays({ transfers, bills }: NextDaysProps) {
  const t = useTexts('schedules');
  const format = useFormat();
  const to = format.dayOf(new Date(Date.parse(useNow()) + DAYS_MS).toISOString());
  const sum = (payments: readonly ScheduledPayment[]) => {
    const due = payments.map((payment) => dueWithin(payment, to));
    return {
      count: due.reduce((all, { count }) => all + count, 0),
      dollars: due.reduce((all, { dollars }) => all + dollars, 0),
    };
  };
  const [transfer, bill] = [sum(transfers), sum(bills)];
  return (
    <section className="scheduled__days" aria-labelledby="scheduled-days">
      <h2 id="scheduled-days">{t('days.title')}</h2>
      <dl className="scheduled__sums">
        <dt>
          {t('days.transfers')} ({transfer.count})
        </dt>
        <dd>{format.money(transfer.dollars)}</dd>
        <dt>
          {t('days.bpay')} ({bill.count})
        </dt>
        <dd>{format.money(bill.dollars)}</dd>
        <dt className="scheduled__sum">{t('days.sum')}</dt>
        <dd className="scheduled__sum">{format.money(transfer.dollars + bill.dollars)}</dd>
      </dl>
      <p className="scheduled__how">{t('days.note')}</p>
    </section>
  );
}
