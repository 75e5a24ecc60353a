import { dayOfMonth } from '@wattle/contract/rules/dates.ts';
import { dateFormat } from '@wattle/contract/rules/intl-formats.ts';
import { LANGUAGE_TAG } from '@wattle/contract/rules/languages.ts';
import { useNow } from '../../api/use-now.ts';
import { useFormat } from '../../i18n/format.ts';
import { useLanguage, useTexts } from '../../i18n/use-texts.ts';
import { paths } from '../../paths.ts';
import { Link } from '../../router/public.ts';
import { Icon } from '../../ui/icon.tsx';
import { useHowOften } from './schedule-words.ts';
import type { Coming } from './scheduled.domain.ts';

/** One of the next payments: its day, to whom, how much. It leads to its schedule. */
export function ComingRow({ payment, plannedDate, paymentDate }: Coming) {
  const format = useFormat();
  const language = useLanguage();
  const howOften = useHowOften();
  const weekday = dateFormat(LANGUAGE_TAG[language], { timeZone: 'UTC', weekday: 'short' });
  return (
    <li className="scheduled__item">
      <Link className="scheduled__row" to={paths.scheduledPayment(payment.id)}>
        <time className="scheduled__date" dateTime={paymentDate}>
          <span>{weekday.format(new Date(`${paymentDate}T12:00:00Z`))}</span>
          <b>{dayOfMonth(paymentDate)}</b>
        </time>
        <span className="scheduled__who">
          <span className="scheduled__name">{payment.accountName}</span>
          <ComingNote payment={payment} plannedDate={plannedDate} paymentDate={paymentDate} every={howOften(payment)} />
        </span>
        <b className="scheduled__amount">{format.money(payment.amount)}</b>
        <Icon name="next" size="s" />
      </Link>
    </li>
  );
}

function ComingNote({ payment, plannedDate, paymentDate, every }: Coming & { readonly every: string }) {
  const t = useTexts('schedules');
  const format = useFormat();
  const now = useNow();
  const { heldUntil, isWaiting } = payment;
  const words = isWaiting
    ? t('waiting')
    : heldUntil !== null
      ? t(payment.isReturnOfFunds ? 'heldReturn' : 'held', {
          date: format.dateOf(heldUntil),
          time: format.timeOf(heldUntil),
        })
      : plannedDate === paymentDate
        ? every
        : t('moved', { date: format.dayInWords(plannedDate, now) });
  return <span className="scheduled__how">{words}</span>;
}
