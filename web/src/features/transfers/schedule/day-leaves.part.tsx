import './day-leaves.css';
import { dayOfMonth } from '@wattle/contract/rules/dates.ts';
import { dateFormat } from '@wattle/contract/rules/intl-formats.ts';
import { LANGUAGE_TAG } from '@wattle/contract/rules/languages.ts';
import { useLanguage } from '../../../i18n/use-texts.ts';
import { classNames } from '../../../ui/class-names.ts';

type Day = { readonly plannedDate: string; readonly paymentDate: string };

/** Days of payments as leaves of a calendar. A day that was moved has another colour. */
export function DayLeaves({ days }: { readonly days: readonly Day[] }) {
  const language = useLanguage();
  const part = (day: string, options: Intl.DateTimeFormatOptions) =>
    dateFormat(LANGUAGE_TAG[language], { timeZone: 'UTC', ...options }).format(new Date(`${day}T12:00:00Z`));
  return (
    <ol className="day-leaves">
      {days.map(({ plannedDate, paymentDate }) => (
        <li
          key={plannedDate}
          className={classNames('day-leaves__day', plannedDate !== paymentDate && 'day-leaves__day--moved')}
        >
          <span className="day-leaves__month">{part(paymentDate, { month: 'short' })}</span>
          <b>{dayOfMonth(paymentDate)}</b>
          <span className="day-leaves__weekday">{part(paymentDate, { weekday: 'long' })}</span>
        </li>
      ))}
    </ol>
  );
}
