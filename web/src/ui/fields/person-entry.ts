import { checkDateOfBirth, type DateOfBirthProblem } from '@wattle/contract/rules/date-of-birth.ts';

/** Capitalises each part of a name that was typed in lower case only. */
export function withCapitals(name: string): string {
  if (name !== name.toLowerCase()) return name;
  return name.replaceAll(/(^|[\s'’-])(\p{Ll})/gu, (_, before: string, letter: string) => before + letter.toUpperCase());
}

/** Typed date of birth in the API format; null if invalid. */
export function isoBirthDate(typed: string, today: string): string | null {
  return checkDateOfBirth(typed, { today }).isoDate;
}

/** Problem of a typed date of birth. */
export function birthDateProblem(typed: string, today: string, minimumAge?: number): DateOfBirthProblem | null {
  return checkDateOfBirth(typed, { today, ...(minimumAge !== undefined && { minimumAge }) }).problem;
}

/** Converts `1990-02-01` to the typed form `1/2/1990`. */
export function typedBirthDate(isoDate: string | null): string {
  if (isoDate === null) return '';
  const [year, month, day] = isoDate.split('-');
  return `${Number(day)}/${Number(month)}/${year}`;
}
