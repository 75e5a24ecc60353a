/** When and how often a payment is made. */
export const PAYMENT_FREQUENCY = { weekly: 1, fortnightly: 2, monthly: 3, now: 20, laterDated: 21 } as const;

/** Maximum number of months until the first payment. */
export const FIRST_WITHIN_MONTHS = 12;
/** A regular payment ends by 31 December of the year this many years ahead. */
export const END_WITHIN_YEARS = 10;
/** Maximum number of payments of a schedule. */
export const MOST_PAYMENTS = 999;

const DAY_MS = 86_400_000;
const DAYS_BETWEEN: Readonly<Record<number, number>> = {
  [PAYMENT_FREQUENCY.weekly]: 7,
  [PAYMENT_FREQUENCY.fortnightly]: 14,
};

const isoDay = (ms: number) => new Date(ms).toISOString().slice(0, 10);
const partsOf = (day: string) => day.split('-').map(Number) as [number, number, number];

/** The day this many months after another one, or that date of the month. If the month is too short, its last day. */
export function addMonths(day: string, months: number, dateOfMonth?: number): string {
  const [year, month, dateOfDay] = partsOf(day);
  const date = dateOfMonth ?? dateOfDay;
  const last = new Date(Date.UTC(year, month - 1 + months + 1, 0)).getUTCDate();
  return isoDay(Date.UTC(year, month - 1 + months, Math.min(date, last)));
}

/** The planned day of the n-th payment, counted from 0 and always from the first day, `2026-11-20`. */
export function plannedDay(first: string, frequency: number, n: number, monthDay?: number): string {
  if (frequency === PAYMENT_FREQUENCY.monthly) return addMonths(first, n, monthDay);
  const days = DAYS_BETWEEN[frequency] ?? 0;
  return isoDay(Date.parse(`${first}T00:00:00Z`) + n * days * DAY_MS);
}

/** When a payment is made, in the payer's input. Fields that do not belong to the frequency are null. */
export type PaymentDates = {
  readonly frequency: number;
  readonly futureDate: string | null;
  readonly startDate: string | null;
  readonly endDate: string | null;
  readonly noOfPayments: number | null;
};

/** Dates of a schedule: the first day, and where it ends. Both ends null: paid once, or regularly until it is stopped. */
export type Recurring = {
  readonly frequency: number;
  readonly firstDay: string;
  readonly endDay: string | null;
  readonly numberOfPayments: number | null;
  /** Date of the month of a monthly payment whose first month is too short for it. Absent: that of the first day. */
  readonly monthDay?: number | undefined;
};

/** The planned day of the n-th payment; undefined after the last one. The end date is included. */
export function occurrenceOf(
  { frequency, firstDay, endDay, numberOfPayments, monthDay }: Recurring,
  n: number,
): string | undefined {
  if (frequency === PAYMENT_FREQUENCY.laterDated) return n === 0 ? firstDay : undefined;
  if (numberOfPayments !== null && n >= numberOfPayments) return undefined;
  const day = plannedDay(firstDay, frequency, n, monthDay);
  return endDay !== null && day > endDay ? undefined : day;
}

/** Number of its payments; null if it goes on until it is stopped. */
export function paymentsOf(recurring: Recurring): number | null {
  const { frequency, endDay, numberOfPayments } = recurring;
  if (numberOfPayments !== null) return numberOfPayments;
  if (endDay === null && frequency !== PAYMENT_FREQUENCY.laterDated) return null;
  let n = 0;
  while (occurrenceOf(recurring, n) !== undefined) n += 1;
  return n;
}

/**
 * Date of the month that a changed monthly payment keeps: its next day is in a month that is too short for it, and the
 * change leaves that day as it is. Undefined: it goes by its first day.
 */
export function keptMonthDay(
  before: Pick<Recurring, 'frequency' | 'firstDay' | 'monthDay'> & { readonly nextDay: string | null },
  after: { readonly frequency: number; readonly firstDay: string | null },
): number | undefined {
  const { monthly } = PAYMENT_FREQUENCY;
  if (before.frequency !== monthly || after.frequency !== monthly || after.firstDay !== before.nextDay)
    return undefined;
  if (after.firstDay === null) return undefined;
  const date = before.monthDay ?? partsOf(before.firstDay)[2];
  return date > partsOf(after.firstDay)[2] ? date : undefined;
}

/** The day after a day. */
export function dayAfter(day: string): string {
  return isoDay(Date.parse(`${day}T00:00:00Z`) + DAY_MS);
}

/** The last day on which a regular payment may end. */
export function lastDayFrom(today: string): string {
  return `${Number(today.slice(0, 4)) + END_WITHIN_YEARS}-12-31`;
}

export type DateField = keyof PaymentDates;
/** A wrong field of the dates, and the key of its message. */
export type WrongDate = { readonly field: DateField; readonly problem: string };

const FIELDS = ['futureDate', 'startDate', 'endDate', 'noOfPayments'] as const;
const BELONG: Readonly<Record<number, readonly DateField[]>> = {
  [PAYMENT_FREQUENCY.now]: [],
  [PAYMENT_FREQUENCY.laterDated]: ['futureDate'],
};
const OF_REGULAR: readonly DateField[] = ['startDate', 'endDate', 'noOfPayments'];

/**
 * Problem of the dates of a payment, or null. `today` is the day in Melbourne.
 * A later payment and the first regular one lie after today. A regular one has an end date, a number of payments, or
 * neither: then it goes on until it is stopped.
 */
export function wrongDate(dates: PaymentDates, today: string): WrongDate | null {
  const belong = BELONG[dates.frequency] ?? OF_REGULAR;
  const stray = FIELDS.find((field) => dates[field] !== null && !belong.includes(field));
  if (stray) return { field: stray, problem: 'required' };
  if (dates.frequency === PAYMENT_FREQUENCY.now) return null;
  const isFirstWrong = (day: string | null) =>
    day === null || day <= today || day > addMonths(today, FIRST_WITHIN_MONTHS);
  if (dates.frequency === PAYMENT_FREQUENCY.laterDated) {
    return isFirstWrong(dates.futureDate) ? { field: 'futureDate', problem: 'invalidFutureDate' } : null;
  }
  const { startDate, endDate, noOfPayments } = dates;
  if (isFirstWrong(startDate) || startDate === null) {
    return { field: 'startDate', problem: 'invalidStartDate' };
  }
  if (endDate !== null && noOfPayments !== null) return { field: 'noOfPayments', problem: 'required' };
  if (noOfPayments !== null) {
    const isNumber = Number.isInteger(noOfPayments) && noOfPayments >= 1 && noOfPayments <= MOST_PAYMENTS;
    return isNumber ? null : { field: 'noOfPayments', problem: 'required' };
  }
  if (endDate === null) return null;
  if (endDate < startDate) return { field: 'endDate', problem: 'invalidStartEndDate' };
  return endDate > lastDayFrom(today) ? { field: 'endDate', problem: 'endDateTooLate' } : null;
}
