import {
  occurrenceOf,
  type PaymentDates as Dates,
  PAYMENT_FREQUENCY,
  paymentsOf,
  type Recurring,
  wrongDate,
} from '@wattle/contract/rules/schedule-dates.ts';
import { dayOf } from '@wattle/contract/rules/typed-date.ts';
import { plainText } from '@wattle/contract/rules/typed-text.ts';

export type { Dates };

/** Now, on a later day, or regularly. */
export const WHEN = ['now', 'later', 'regular'] as const;
export type When = (typeof WHEN)[number];

/** Fields of the schedule that are checked, in the order of the form. */
export const SCHEDULE_FIELDS = ['frequency', 'futureDate', 'startDate', 'endDate', 'noOfPayments'] as const;
export type ScheduleField = (typeof SCHEDULE_FIELDS)[number];

/** The schedule as it was typed. `endAfter`: one of `ENDS`. */
export type ScheduleValues = Readonly<Record<ScheduleField | 'schedule' | 'endAfter', string>>;

/** How a regular payment ends: when it is stopped, on a date, or after a number of payments. */
export const ENDS = ['never', 'date', 'number'] as const;
export type End = (typeof ENDS)[number];

/** End of a regular payment; the default is `never`. */
export function endOf({ endAfter }: Pick<ScheduleValues, 'endAfter'>): End {
  return ENDS.find((each) => each === endAfter) ?? 'never';
}

/** Kind of schedule; the default is `now`. */
export function whenOf({ schedule }: Pick<ScheduleValues, 'schedule'>): When {
  return WHEN.find((each) => each === schedule) ?? 'now';
}

/** Kind of schedule that these dates describe. */
export function whenOfDates({ frequency }: Pick<Dates, 'frequency'>): When {
  if (frequency === PAYMENT_FREQUENCY.now) return 'now';
  return frequency === PAYMENT_FREQUENCY.laterDated ? 'later' : 'regular';
}

/** Frequencies: weekly 1, fortnightly 2, monthly 3. Payments within the programme are not made fortnightly. */
export function frequenciesOf(leavesProgramme: boolean): readonly number[] {
  const { weekly, fortnightly, monthly } = PAYMENT_FREQUENCY;
  return leavesProgramme ? [weekly, fortnightly, monthly] : [weekly, monthly];
}

/** The chosen frequency; weekly if none was chosen or the method lacks it. */
export function frequencyOf({ frequency }: Pick<ScheduleValues, 'frequency'>, leavesProgramme: boolean): number {
  return frequenciesOf(leavesProgramme).find((each) => String(each) === frequency) ?? PAYMENT_FREQUENCY.weekly;
}

/** The dates that are sent. A malformed day is left out and a malformed number becomes 0; the server refuses both. */
export function datesOfForm(values: ScheduleValues, leavesProgramme: boolean): Dates {
  const none = { futureDate: null, startDate: null, endDate: null, noOfPayments: null };
  const when = whenOf(values);
  if (when === 'now') return { ...none, frequency: PAYMENT_FREQUENCY.now };
  if (when === 'later') {
    return { ...none, frequency: PAYMENT_FREQUENCY.laterDated, futureDate: dayOf(values.futureDate) };
  }
  // A count has no thousands separators: `1.5` does not mean 15 payments.
  const typed = plainText(values.noOfPayments);
  const end = endOf(values);
  return {
    frequency: frequencyOf(values, leavesProgramme),
    futureDate: null,
    startDate: dayOf(values.startDate),
    endDate: end === 'date' ? dayOf(values.endDate) : null,
    noOfPayments: end === 'number' ? (/^\d{1,6}$/.test(typed) ? Number(typed) : 0) : null,
  };
}

/** Problems of the schedule, as keys of the validation texts. `today` is the day in Melbourne. */
export function checkSchedule(
  values: ScheduleValues,
  leavesProgramme: boolean,
  today: string,
): Partial<Record<ScheduleField, string>> {
  const dates = datesOfForm(values, leavesProgramme);
  const wrong = wrongDate(dates, today);
  // Without an end date the payment would continue until it is stopped.
  if (!wrong && whenOf(values) === 'regular' && endOf(values) === 'date' && dates.endDate === null) {
    return { endDate: 'invalidEndDate' };
  }
  return wrong ? { [wrong.field]: wrong.problem } : {};
}

/** Computed total and end of a schedule. */
export type Outlook = {
  readonly frequency: number;
  readonly first: string;
  /** Last day and count. Both are null if the payment continues until it is stopped. */
  readonly last: string | null;
  readonly count: number | null;
};

/** Outlook of a valid schedule; null for an immediate payment or an invalid schedule. */
export function outlookOf(values: ScheduleValues, leavesProgramme: boolean, today: string): Outlook | null {
  const dates = datesOfForm(values, leavesProgramme);
  return Object.keys(checkSchedule(values, leavesProgramme, today)).length > 0 ? null : agreedOutlook(dates);
}

/** Outlook of a schedule that was valid on the day of its review; null for an immediate payment. */
export function agreedOutlook(dates: Dates): Outlook | null {
  const first = dates.futureDate ?? dates.startDate;
  if (first === null) return null;
  const recurring: Recurring = {
    frequency: dates.frequency,
    firstDay: first,
    endDay: dates.endDate,
    numberOfPayments: dates.noOfPayments,
  };
  const count = paymentsOf(recurring);
  const last = count === null ? null : (occurrenceOf(recurring, count - 1) ?? first);
  return { frequency: dates.frequency, first, last, count };
}

type Payment = { readonly PlannedDate: string; readonly PaymentDate: string };

/**
 * The day of the weekend, 6 or 7, on which all payments of a weekly or fortnightly one fall and which moves them; null:
 * they fall on weekdays, or are paid on any day.
 */
export function movedWeekend(frequency: number, payments: readonly Payment[]): 6 | 7 | null {
  const { weekly, fortnightly } = PAYMENT_FREQUENCY;
  const moved = payments.find(({ PlannedDate, PaymentDate }) => PlannedDate !== PaymentDate);
  if (!moved || (frequency !== weekly && frequency !== fortnightly)) return null;
  const day = new Date(`${moved.PlannedDate}T12:00:00Z`).getUTCDay();
  return day === 6 ? 6 : day === 0 ? 7 : null;
}
