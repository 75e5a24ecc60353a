import type { ScheduledPayment } from '@wattle/contract/schedules/schedules.ts';
import { useFormat } from '../../i18n/format.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import { dueSoon } from './scheduled.domain.ts';

type NextDaysProps = { readonly transfers: readonly ScheduledPayment[]; readonly bills: readonly ScheduledPayment[] };

/** How much leaves the card in the next 30 days. */
export function NextDays({ transfers, bills }: NextDaysProps) {
  const t = useTexts('schedules');
  const format = useFormat();
  const [transfer, bill] = [dueSoon(transfers), dueSoon(bills)];
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
