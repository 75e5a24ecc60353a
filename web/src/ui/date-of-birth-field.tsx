import {
  birthYears,
  type DateOfBirthProblem,
  type DateOfBirthRule,
  type DatePart,
  datePartsOf,
  daysInMonth,
  numberWithin,
} from '@wattle/contract/rules/date-of-birth.ts';
import { useTexts } from '../i18n/use-texts.ts';
import { FieldGroup } from './field-group.tsx';
import type { FieldWords } from './field.tsx';
import { type Part, PartInput } from './part-input.tsx';
import { useMonthNames } from './use-month-names.ts';

type DateOfBirthFieldProps = Omit<FieldWords, 'wrongWith'> & {
  readonly rule: DateOfBirthRule;
  /** As it is typed: `7/3/1991`, half of it `7//`. */
  readonly value: string;
  readonly onValue: (value: string) => void;
  /** All of its parts have been left: the moment to check it. */
  readonly onLeave?: () => void;
  /** Problem shown in the error; it marks the part that is wrong. */
  readonly problem?: DateOfBirthProblem | undefined;
  readonly isDisabled?: boolean;
  readonly isReadOnly?: boolean;
};

/** Id of the part that a problem is about, for the summary. The day has the id of the field. */
export function dateOfBirthFieldId(id: string, problem: DateOfBirthProblem): string {
  switch (problem) {
    case 'selectMonth':
    case 'selectListedMonth':
      return `${id}-month`;
    case 'selectYear':
    case 'selectListedYear':
      return `${id}-year`;
    default:
      return id;
  }
}

/** Day, month and year: typed, filled in by the browser, or chosen from lists that know the months' lengths. */
export function DateOfBirthField(props: DateOfBirthFieldProps) {
  const { id, rule, value, onValue, problem, isDisabled, isReadOnly, ...group } = props;
  const t = useTexts('fields');
  const months = useMonthNames();
  const typed = datePartsOf(value);
  const years = birthYears(rule);
  const month = numberWithin(typed.month, 1, 12);
  const days = daysInMonth(month, numberWithin(typed.year, years.first, years.last));
  const numbers = (from: number, count: number) =>
    Array.from({ length: count }, (_, index) => ({ value: String(from + index), label: String(from + index) }));
  const parts: readonly (Part & { readonly part: DatePart })[] = [
    { part: 'day', id, autoComplete: 'bday-day', options: numbers(1, days) },
    { part: 'month', id: `${id}-month`, autoComplete: 'bday-month', options: months.options },
    {
      part: 'year',
      id: `${id}-year`,
      autoComplete: 'bday-year',
      options: numbers(years.first, years.last - years.first + 1).reverse(),
    },
  ];
  const wrong = problem === undefined ? null : dateOfBirthFieldId(id, problem);
  return (
    <FieldGroup {...group} id={id} isDisabled={isDisabled}>
      <div className="part-inputs">
        {parts.map(({ part, ...each }) => (
          <PartInput
            key={part}
            {...each}
            label={t(`date.${part}`)}
            isLong={part === 'year'}
            text={typed[part]}
            onText={(text) => {
              const next = { ...typed, [part]: text };
              onValue(`${next.day}/${next.month}/${next.year}`);
            }}
            onLeave={() => {
              const number = months.numberFor(typed.month);
              if (number !== typed.month) onValue(`${typed.day}/${number}/${typed.year}`);
            }}
            isWrong={each.id === wrong || (props.error !== undefined && problem === undefined)}
            errorOf={props.error === undefined ? undefined : id}
            isDisabled={isDisabled}
            isReadOnly={isReadOnly}
          />
        ))}
      </div>
    </FieldGroup>
  );
}
