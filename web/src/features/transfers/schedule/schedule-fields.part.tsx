import './schedule.css';
import { useFormat } from '../../../i18n/format.ts';
import { useTexts } from '../../../i18n/use-texts.ts';
import { useNow } from '../../../api/use-now.ts';
import {
  addMonths,
  dayAfter,
  FIRST_WITHIN_MONTHS,
  keptMonthDay,
  lastDayFrom,
} from '@wattle/contract/rules/schedule-dates.ts';
import type { FormField } from '../../../form/use-form.ts';
import { DateField } from '../../../ui/fields/date-field.tsx';
import { Field } from '../../../ui/fields/field.tsx';
import { RadioGroup } from '../../../ui/fields/radio-group.tsx';
import { Segmented } from '../../../ui/fields/segmented.tsx';
import type { MethodDescriptor } from '../payment-method.ts';
import {
  datesOfForm,
  endOf,
  ENDS,
  frequenciesOf,
  frequencyOf,
  movedWeekend,
  outlookOf,
  type ScheduleField,
  type ScheduleValues,
  whenOf,
} from './schedule.domain.ts';
import { DayLeaves } from './day-leaves.part.tsx';
import { usePaymentDates } from './use-payment-dates.ts';

/** The part of a form that says when a payment is made. */
type ScheduleForm = {
  readonly values: ScheduleValues;
  setValue(name: keyof ScheduleValues, value: string): void;
  field(name: ScheduleField): FormField;
};

type ScheduleFieldsProps = {
  readonly form: ScheduleForm;
  readonly method: Pick<MethodDescriptor, 'name' | 'facts'>;
  /** Dollars of one payment; null while they are not right. */
  readonly dollars: number | null;
  /** The schedule that is changed: a monthly one may keep the date of its month. */
  readonly changed?: Parameters<typeof keptMonthDay>[0];
};

/** On which days it is paid: later once, or regularly until a date or for a number of payments. */
export function ScheduleFields({ form, method, dollars, changed }: ScheduleFieldsProps) {
  const { leavesProgramme } = method.facts;
  const t = useTexts('transfers');
  const { values } = form;
  const today = useFormat().dayOf(useNow());
  const date = (name: 'futureDate' | 'startDate' | 'endDate') => ({
    ...form.field(name),
    today,
    first: dayAfter(today),
  });
  const lastFirst = addMonths(today, FIRST_WITHIN_MONTHS);
  const end = endOf(values);
  if (whenOf(values) === 'later') {
    return (
      <>
        <DateField {...date('futureDate')} label={t('schedule.futureDate')} last={lastFirst} />
        <Summary form={form} method={method} dollars={dollars} {...(changed ? { changed } : {})} />
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
      <DateField
        {...date('startDate')}
        label={t(changed ? 'schedule.nextDate' : 'schedule.startDate')}
        last={lastFirst}
      />
      <RadioGroup
        id="schedule-ends"
        name="endAfter"
        label={t('schedule.ends')}
        value={end}
        onValue={(value) => form.setValue('endAfter', value)}
        options={ENDS.map((value) => ({
          value,
          label: t(`schedule.ends.${value}`),
          ...(value === 'number' ? { hint: t('schedule.ends.numberHint') } : {}),
        }))}
      />
      {end === 'number' ? (
        <Field
          {...form.field('noOfPayments')}
          label={t('schedule.noOfPayments')}
          inputMode="numeric"
          autoComplete="off"
          figures
        />
      ) : null}
      {end === 'date' ? (
        <DateField {...date('endDate')} label={t('schedule.endDate')} last={lastDayFrom(today)} />
      ) : null}
      <Summary form={form} method={method} dollars={dollars} {...(changed ? { changed } : {})} />
    </>
  );
}

/** The next days on which a schedule is paid, the days that are moved, and its total. */
function Summary({ form, method, dollars, changed }: ScheduleFieldsProps) {
  const t = useTexts('transfers');
  const format = useFormat();
  const now = useNow();
  const { leavesProgramme } = method.facts;
  const outlook = outlookOf(form.values, leavesProgramme, format.dayOf(now));
  const days = outlook && datesOfForm(form.values, leavesProgramme);
  const first = days && { frequency: days.frequency, firstDay: days.startDate };
  const MonthDay = changed && first ? keptMonthDay(changed, first) : undefined;
  const dates = usePaymentDates(method, days, MonthDay === undefined ? null : { MonthDay });
  const next = outlook ? (dates?.Payments ?? []) : [];
  const moved = next.filter(({ PlannedDate, PaymentDate }) => PlannedDate !== PaymentDate);
  const weekend = outlook && movedWeekend(outlook.frequency, next);
  return (
    <div className="schedule" role="status">
      {outlook && outlook.count !== null && outlook.count > 1 && dollars !== null ? (
        <p className="schedule__sum">{t('schedule.total', { amount: format.money(dollars * outlook.count) })}</p>
      ) : null}
      {next.length > 1 ? (
        <>
          <h2 className="schedule__head">{t('schedule.next')}</h2>
          <DayLeaves
            days={next.map(({ PlannedDate, PaymentDate }) => ({ plannedDate: PlannedDate, paymentDate: PaymentDate }))}
          />
        </>
      ) : null}
      {weekend ? (
        <p className="schedule__note">{t(`schedule.moved.${weekend}`)}</p>
      ) : (
        moved.map(({ PlannedDate, PaymentDate }) => (
          <p key={PlannedDate} className="schedule__note">
            {t('schedule.moved', {
              planned: format.dayInWords(PlannedDate, now),
              paid: format.dayInWords(PaymentDate, now),
            })}
          </p>
        ))
      )}
      <p className="schedule__note">
        {t(`schedule.note.${leavesProgramme ? (moved.length > 0 ? 'moved' : 'bank') : 'internal'}`)}
      </p>
    </div>
  );
}
