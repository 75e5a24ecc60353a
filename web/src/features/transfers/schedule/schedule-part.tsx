import './schedule.css';
import { useFormat } from '../../../i18n/format.ts';
import { useLanguage, useTexts } from '../../../i18n/use-texts.ts';
import { useNow } from '../../../api/use-now.ts';
import { addMonths, dayAfter, FIRST_WITHIN_MONTHS, lastDayFrom } from '@wattle/contract/rules/schedule-dates.ts';
import { LANGUAGE_TAG } from '@wattle/contract/rules/languages.ts';
import { DateField } from '../../../ui/date-field.tsx';
import { Field } from '../../../ui/field.tsx';
import { RadioGroup } from '../../../ui/radio-group.tsx';
import { Segmented } from '../../../ui/segmented.tsx';
import type { PaymentForm } from '../payment-method.ts';
import { frequenciesOf, frequencyOf, outlookOf, whenOf } from './schedule.domain.ts';

export type SchedulePartProps = {
  readonly form: PaymentForm;
  readonly leavesProgramme: boolean;
  /** Dollars of one payment; null while they are not right. */
  readonly dollars: number | null;
};

/** On which days it is paid: later once, or regularly until a date or for a number of payments. */
export function SchedulePart({ form, leavesProgramme, dollars }: SchedulePartProps) {
  const t = useTexts('transfers');
  const { values } = form;
  const today = useFormat().dayOf(useNow());
  const date = (name: 'futureDate' | 'startDate' | 'endDate') => ({
    ...form.field(name),
    today,
    first: dayAfter(today),
  });
  const lastFirst = addMonths(today, FIRST_WITHIN_MONTHS);
  const isByNumber = values.endAfter === 'number';
  if (whenOf(values) === 'later') {
    return (
      <>
        <DateField {...date('futureDate')} label={t('schedule.futureDate')} last={lastFirst} />
        <Summary form={form} leavesProgramme={leavesProgramme} dollars={dollars} />
      </>
    );
  }
  return (
    <>
      <Segmented
        label={t('schedule.frequency')}
        options={frequenciesOf(leavesProgramme).map((value) => ({
          value: String(value),
          label: t(`schedule.frequency.${value}`),
        }))}
        value={String(frequencyOf(values, leavesProgramme))}
        onChange={(value) => form.setValue('frequency', value)}
      />
      <DateField {...date('startDate')} label={t('schedule.startDate')} last={lastFirst} />
      <RadioGroup
        id="schedule-end"
        name="endAfter"
        label={t('schedule.ends')}
        value={isByNumber ? 'number' : 'date'}
        onValue={(value) => form.setValue('endAfter', value)}
        options={[
          { value: 'date', label: t('schedule.ends.date') },
          { value: 'number', label: t('schedule.ends.number'), hint: t('schedule.ends.numberHint') },
        ]}
      />
      {isByNumber ? (
        <Field
          {...form.field('noOfPayments')}
          label={t('schedule.noOfPayments')}
          inputMode="numeric"
          autoComplete="off"
          figures
        />
      ) : (
        <DateField {...date('endDate')} label={t('schedule.endDate')} last={lastDayFrom(today)} />
      )}
      <Summary form={form} leavesProgramme={leavesProgramme} dollars={dollars} />
    </>
  );
}

/** Summary sentence of the schedule and its next dates. */
function Summary({ form, leavesProgramme, dollars }: SchedulePartProps) {
  const t = useTexts('transfers');
  const format = useFormat();
  const language = useLanguage();
  const outlook = outlookOf(form.values, leavesProgramme, format.dayOf(useNow()));
  const part = (day: string, options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(LANGUAGE_TAG[language], { timeZone: 'UTC', ...options }).format(
      new Date(`${day}T12:00:00Z`),
    );
  return (
    <div className="schedule" role="status">
      {outlook && outlook.count > 1 ? (
        <>
          <p className="schedule__sum">
            {t(`schedule.sum.${outlook.frequency}`, {
              count: outlook.count,
              first: format.dateOf(outlook.first),
              last: format.dateOf(outlook.last),
              weekday: part(outlook.first, { weekday: 'long' }),
              day: part(outlook.first, { day: 'numeric' }),
            })}{' '}
            {dollars === null ? null : t('schedule.total', { amount: format.money(dollars * outlook.count) })}
          </p>
          <h3 className="schedule__head">{t('schedule.next')}</h3>
          <ol className="schedule__days">
            {outlook.next.map((day) => (
              <li key={day} className="schedule__day">
                <span className="schedule__weekday">{part(day, { weekday: 'short' })}</span>
                <b>{part(day, { day: 'numeric' })}</b>
                <span>{part(day, { month: 'short' })}</span>
              </li>
            ))}
          </ol>
        </>
      ) : null}
      <p className="schedule__note">{t(leavesProgramme ? 'schedule.note.bank' : 'schedule.note.internal')}</p>
    </div>
  );
}
