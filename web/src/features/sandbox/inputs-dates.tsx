import { checkDateOfBirth } from '@wattle/contract/rules/date-of-birth.ts';
import { useState } from 'react';
import { useFormat } from '../../i18n/format.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import { DateOfBirthField } from '../../ui/fields/date-of-birth-field.tsx';
import { FieldNote } from '../../ui/fields/field-note.tsx';
import { MonthYearField } from '../../ui/fields/month-year-field.tsx';
import { addMonths, checkMonthYear } from '../../ui/fields/month-year.ts';
import { tooYoungWords } from '../../ui/fields/too-young.ts';
import { State } from './specimen.tsx';

/** A fixed day, so that the page looks the same on every day. */
const TODAY = '2026-11-20';
const RULE = { today: TODAY, minimumAge: 16 } as const;
const EXPIRY = { first: TODAY.slice(0, 7), last: addMonths(TODAY.slice(0, 7), 120) } as const;
const nothing = () => undefined;

export function BirthDates() {
  const t = useTexts('sandbox');
  const fields = useTexts('fields');
  const validation = useTexts('validation');
  const format = useFormat();
  const [date, setDate] = useState('//');
  const { isoDate } = checkDateOfBirth(date, RULE);
  return (
    <>
      <State name={t('inputs.state.rest')}>
        <DateOfBirthField
          id="birth-rest"
          label={t('inputs.birth.label')}
          hint={t('inputs.birth.hint')}
          rule={RULE}
          value={date}
          onValue={setDate}
          note={<FieldNote tone="ok" text={isoDate === null ? '' : format.dateOf(isoDate)} />}
        />
      </State>
      <State name={t('inputs.state.error')}>
        <DateOfBirthField
          id="birth-error"
          label={t('inputs.birth.label')}
          error={fields('selectDayOfMonth')}
          problem="selectDayOfMonth"
          rule={RULE}
          value="31/4/1991"
          onValue={nothing}
        />
      </State>
      <State name={t('inputs.birth.young')}>
        <DateOfBirthField
          id="birth-young"
          label={t('inputs.birth.label')}
          error={tooYoungWords(validation, RULE.minimumAge)}
          rule={RULE}
          value="21/11/2010"
          onValue={nothing}
        />
      </State>
      <State name={t('inputs.state.readOnly')}>
        <DateOfBirthField
          id="birth-read"
          label={t('inputs.birth.label')}
          rule={RULE}
          value="7/3/1991"
          onValue={nothing}
          isReadOnly
        />
      </State>
      <State name={t('inputs.state.disabled')}>
        <DateOfBirthField
          id="birth-off"
          label={t('inputs.birth.label')}
          rule={RULE}
          value="7/3/1991"
          onValue={nothing}
          isDisabled
        />
      </State>
    </>
  );
}

export function Months() {
  const t = useTexts('sandbox');
  const fields = useTexts('fields');
  const [month, setMonth] = useState('-');
  const { month: chosen } = checkMonthYear(month, EXPIRY);
  return (
    <>
      <State name={t('inputs.state.rest')}>
        <MonthYearField
          id="month-rest"
          label={t('inputs.months.label')}
          hint={t('inputs.months.hint')}
          range={EXPIRY}
          isCardExpiry
          value={month}
          onValue={setMonth}
          note={<FieldNote tone="ok" text={chosen ?? ''} />}
        />
      </State>
      <State name={t('inputs.state.error')}>
        <MonthYearField
          id="month-error"
          label={t('inputs.months.label')}
          error={fields('selectListedYear')}
          problem="selectListedYear"
          range={EXPIRY}
          value="29-9"
          onValue={nothing}
        />
      </State>
      <State name={t('inputs.state.disabled')}>
        <MonthYearField
          id="month-off"
          label={t('inputs.months.label')}
          range={EXPIRY}
          value="2029-9"
          onValue={nothing}
          isDisabled
        />
      </State>
    </>
  );
}
