import type { Ref } from 'react';
import { useFormat } from '../../i18n/format.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import { useDayHeading } from './day-heading.ts';
import { TransactionRow } from './transaction-row.part.tsx';
import type { Day } from './transactions.domain.ts';

type PostedDaysProps = {
  readonly days: readonly Day[];
  readonly now: string;
  readonly ref: Ref<HTMLElement>;
};

/** Posted rows, and the declined ones of their time, under their days. */
export function PostedDays({ days, now, ref }: PostedDaysProps) {
  const t = useTexts('transactions');
  const format = useFormat();
  const headingOf = useDayHeading(now);
  return (
    <section aria-labelledby="posted-title" ref={ref}>
      <div className="posted__head">
        <h2 id="posted-title">{t('posted')}</h2>
        <span aria-hidden="true">{t('balanceAfter')}</span>
        <span aria-hidden="true">{t('amount')}</span>
      </div>
      {days.map((day) => (
        // A late posting may carry an old date, so one day can stand in two places of the list.
        <div key={`${day.day}/${day.rows[0]?.TransactionId ?? ''}`}>
          <div className="posted__day">
            <h3>{headingOf(day.day)}</h3>
            {day.totalCents !== null && (
              <p>
                <span className="visually-hidden">{t('dayTotal')} </span>
                {format.money(day.totalCents / 100, 'always')}
              </p>
            )}
          </div>
          <ul className="rows rows--wide">
            {day.rows.map((row) => (
              <TransactionRow key={row.TransactionId} row={row} now={now} when="none" isFull />
            ))}
          </ul>
        </div>
      ))}
    </section>
  );
}
