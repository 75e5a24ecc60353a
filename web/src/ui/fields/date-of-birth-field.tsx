import {
  birthYears,
  type DateOfBirthProblem,
  type DateOfBirthRule,
  type DatePart,
  daysInMonth,
  numberWithin,
} from '@wattle/contract/rules/date-of-birth.ts';
import { DateField, type DateFieldProps } from './date-field.tsx';
import { partsOfDate } from '@wattle/contract/rules/typed-date.ts';
import { useMonthNames } from './use-month-names.ts';

type DateOfBirthFieldProps = Omit<
  DateFieldProps,
  'today' | 'first' | 'last' | 'lists' | 'autoComplete' | 'wrongPart'
> & {
  readonly rule: DateOfBirthRule;
  /** Problem for the error; it determines the part that is marked. */
  readonly problem?: DateOfBirthProblem | undefined;
};

function partOf(problem: DateOfBirthProblem): DatePart {
  switch (problem) {
    case 'selectMonth':
    case 'selectListedMonth':
      return 'month';
    case 'selectYear':
    case 'selectListedYear':
      return 'year';
    default:
      return 'day';
  }
}

/** Date field for a date of birth, with autofill and lists that know the lengths of months. */
export function DateOfBirthField({ rule, problem, ...props }: DateOfBirthFieldProps) {
  const months = useMonthNames();
  const typed = partsOfDate(props.value);
  const years = birthYears(rule);
  const days = daysInMonth(numberWithin(typed.month, 1, 12), numberWithin(typed.year, years.first, years.last));
  const numbers = (from: number, count: number) =>
    Array.from({ length: count }, (_, index) => ({ value: String(from + index), label: String(from + index) }));
  return (
    <DateField
      {...props}
      today={rule.today}
      first={`${years.first}-01-01`}
      last={`${years.last}-12-31`}
      lists={{
        day: numbers(1, days),
        month: months.options,
        year: numbers(years.first, years.last - years.first + 1).reverse(),
      }}
      autoComplete="bday"
      wrongPart={problem && partOf(problem)}
    />
  );
}
