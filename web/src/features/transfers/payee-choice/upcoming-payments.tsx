import { getScheduledPayments } from '@wattle/contract/schedules/schedules.ts';
import { useNow } from '../../../api/use-now.ts';
import { useOperation } from '../../../api/use-operation.ts';
import { useBrand } from '../../../brand/brand.ts';
import { useFormat } from '../../../i18n/format.ts';
import { useTexts } from '../../../i18n/use-texts.ts';
import { Link } from '../../../router/public.ts';
import { paths } from '../../../paths.ts';

const MOST = 3;

/** The next scheduled payments of the account, by the days on which they will be made. */
export function UpcomingPayments({ accountNumber }: { readonly accountNumber: string }) {
  const t = useTexts('transfers');
  const format = useFormat();
  const now = useNow();
  const isEnabled = useBrand().Features.scheduledPayments;
  const { data } = useOperation(getScheduledPayments, { query: { accountNumber } }, { isEnabled });
  const next = [...(data?.transferPayments ?? []), ...(data?.bpayPayments ?? [])]
    .flatMap((payment) => payment.comingDates.map((day) => ({ day, payment })))
    .toSorted((one, other) => one.day.localeCompare(other.day))
    .slice(0, MOST);
  if (next.length === 0) return null;
  return (
    <section className="payee-choice__part" aria-labelledby="payee-choice-next">
      <div className="payee-choice__heads">
        <h2 className="payee-choice__head" id="payee-choice-next">
          {t('next.title')}
        </h2>
        <Link className="payee-choice__way" to={paths.scheduledPayments()}>
          {t('next.all')}
        </Link>
      </div>
      <ul className="payee-choice__next">
        {next.map(({ day, payment }) => (
          <li key={`${day}${payment.id}`}>
            <span className="payee-choice__who">
              <b>{payment.accountName}</b>
              <span className="payee-choice__quiet">{format.dayInWords(day, now)}</span>
            </span>
            <b className="figures">{format.money(payment.amount)}</b>
          </li>
        ))}
      </ul>
    </section>
  );
}
