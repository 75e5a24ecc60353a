import { useTexts } from '../../i18n/use-texts.ts';
import { FieldGroup } from './field-group.tsx';
import type { FieldWords } from './field.tsx';
import { monthYearParts, type MonthRange, type MonthYearProblem, monthsOf, yearsOf } from './month-year.ts';
import { PartInput } from './part-input.tsx';
import { useMonthNames } from './use-month-names.ts';

type MonthYearFieldProps = Omit<FieldWords, 'wrongWith'> & {
  readonly range: MonthRange;
  /** As typed: `2029-9`, or `2029-` if incomplete. */
  readonly value: string;
  readonly onValue: (value: string) => void;
  /** Called when all parts have lost focus, to check them. */
  readonly onLeave?: () => void;
  /** Problem for the error; it determines the part that is marked. */
  readonly problem?: MonthYearProblem | undefined;
  /** True: expiry of a card, which the browser can fill in. */
  readonly isCardExpiry?: boolean;
  readonly isDisabled?: boolean;
  readonly isReadOnly?: boolean;
};

/** Id of the part that a problem concerns, for the summary. The month has the id of the field. */
export function monthYearFieldId(id: string, problem: MonthYearProblem): string {
  return problem === 'selectYear' || problem === 'selectListedYear' ? `${id}-year` : id;
}

/** Month of a year: typed, or chosen from lists within the range. */
export function MonthYearField(props: MonthYearFieldProps) {
  const { id, range, value, onValue, problem, isCardExpiry = false, isDisabled, isReadOnly, ...group } = props;
  const t = useTexts('fields');
  const names = useMonthNames();
  const { month, year } = monthYearParts(value);
  const open = new Set(monthsOf(year, range).map(String));
  const shared = {
    errorOf: props.error === undefined ? undefined : id,
    isDisabled,
    isReadOnly,
  };
  const wrong = problem === undefined ? null : monthYearFieldId(id, problem);
  const isWrong = (partId: string) => wrong === partId || (props.error !== undefined && wrong === null);
  return (
    <FieldGroup {...group} id={id} isDisabled={isDisabled}>
      <div className="part-inputs">
        <PartInput
          {...shared}
          id={id}
          label={t('date.month')}
          isLong={false}
          options={names.options.filter((option) => open.has(option.value))}
          autoComplete={isCardExpiry ? 'cc-exp-month' : 'off'}
          text={month}
          onText={(text) => onValue(`${year}-${text}`)}
          onLeave={() => {
            const number = names.numberFor(month);
            if (number !== month) onValue(`${year}-${number}`);
          }}
          isWrong={isWrong(id)}
        />
        <PartInput
          {...shared}
          id={`${id}-year`}
          label={t('date.year')}
          isLong
          options={yearsOf(range).map((each) => ({ value: String(each), label: String(each) }))}
          autoComplete={isCardExpiry ? 'cc-exp-year' : 'off'}
          text={year}
          onText={(text) => onValue(`${text}-${month}`)}
          isWrong={isWrong(`${id}-year`)}
        />
      </div>
    </FieldGroup>
  );
}
