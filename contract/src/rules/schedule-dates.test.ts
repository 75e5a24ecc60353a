import { describe, expect, it } from 'vitest';
import {
  addMonths,
  keptMonthDay,
  occurrenceOf,
  PAYMENT_FREQUENCY,
  type PaymentDates,
  paymentsOf,
  plannedDay,
  type Recurring,
  wrongDate,
} from './schedule-dates.ts';

const { weekly, fortnightly, monthly, now, laterDated } = PAYMENT_FREQUENCY;

describe('a monthly payment', () => {
  it.each<[string, number, string]>([
    ['2026-01-31', 1, '2026-02-28'],
    ['2026-01-31', 2, '2026-03-31'],
    ['2026-01-31', 3, '2026-04-30'],
    ['2028-01-31', 1, '2028-02-29'],
    ['2028-02-29', 12, '2029-02-28'],
    ['2028-02-29', 48, '2032-02-29'],
    ['2026-11-30', 3, '2027-02-28'],
    ['2026-12-15', 1, '2027-01-15'],
  ])('from %s, number %d after it: %s', (first, n, day) => expect(plannedDay(first, monthly, n)).toBe(day));

  it('keeps its day of the month over ten years', () => {
    for (let day = 1; day <= 31; day += 1) {
      const first = Temporal.PlainDate.from({ year: 2027, month: 1, day });
      for (let n = 0; n < 120; n += 1) {
        expect(plannedDay(first.toString(), monthly, n)).toBe(first.add({ months: n }).toString());
      }
    }
  });
});

describe('a weekly or fortnightly payment', () => {
  it.each<[number, number]>([
    [weekly, 7],
    [fortnightly, 14],
  ])('frequency %d comes every %d days, over daylight saving and leap years', (frequency, days) => {
    const first = Temporal.PlainDate.from('2027-12-31');
    for (let n = 0; n < 300; n += 1) {
      expect(plannedDay('2027-12-31', frequency, n)).toBe(first.add({ days: n * days }).toString());
    }
  });
});

const recurring = (given: Partial<Recurring>): Recurring => ({
  frequency: monthly,
  firstDay: '2026-11-27',
  endDay: null,
  numberOfPayments: null,
  ...given,
});

describe('the end of a schedule', () => {
  it('includes a payment on the end date', () => {
    const until = (endDay: string) => paymentsOf(recurring({ frequency: fortnightly, endDay }));
    expect(until('2027-06-25')).toBe(16);
    expect(until('2027-06-24')).toBe(15);
    expect(until('2026-11-27')).toBe(1);
  });

  it('comes after the given number of payments', () => {
    const three = recurring({ numberOfPayments: 3 });
    expect([0, 1, 2, 3].map((n) => occurrenceOf(three, n))).toEqual([
      '2026-11-27',
      '2026-12-27',
      '2027-01-27',
      undefined,
    ]);
    expect(paymentsOf(recurring({ frequency: weekly, numberOfPayments: 999 }))).toBe(999);
  });

  it('never comes for one that is paid until it is stopped', () => {
    const open = recurring({ frequency: weekly });
    expect([paymentsOf(open), occurrenceOf(open, 0), occurrenceOf(open, 520)]).toEqual([
      null,
      '2026-11-27',
      '2036-11-14',
    ]);
  });

  it('comes after the only payment of one that is paid once', () => {
    const once = recurring({ frequency: laterDated });
    expect([occurrenceOf(once, 0), occurrenceOf(once, 1), paymentsOf(once)]).toEqual(['2026-11-27', undefined, 1]);
  });
});

const NONE = { futureDate: null, startDate: null, endDate: null, noOfPayments: null };
const dates = (given: Partial<PaymentDates>): PaymentDates => ({ ...NONE, frequency: now, ...given });
const TODAY = '2026-11-20';
const later = (futureDate: string | null) => dates({ frequency: laterDated, futureDate });
const regular = (given: Partial<PaymentDates>) =>
  dates({ frequency: weekly, startDate: '2026-11-27', noOfPayments: 3, ...given });
const byDate = (endDate: string | null, startDate = '2026-11-27') =>
  regular({ startDate, endDate, noOfPayments: null });

describe('accepts dates', () => {
  it.each([
    dates({}),
    later('2026-11-21'),
    later('2027-11-20'),
    regular({ startDate: '2026-11-21', noOfPayments: 1 }),
    regular({ noOfPayments: 999 }),
    byDate('2026-11-27'),
    byDate('2036-12-31'),
    byDate(null),
  ])('%j', (given) => expect(wrongDate(given, TODAY)).toBeNull());

  it('on 29 February at most 12 months ahead', () => {
    expect(wrongDate(later('2028-02-29'), '2027-03-01')).toBeNull();
    expect(wrongDate(later('2028-02-29'), '2027-02-28')).toEqual({
      field: 'futureDate',
      problem: 'invalidFutureDate',
    });
  });
});

describe('rejects dates', () => {
  it.each<[PaymentDates, string, string]>([
    [later(null), 'futureDate', 'invalidFutureDate'],
    [later('2026-11-20'), 'futureDate', 'invalidFutureDate'],
    [later('2027-11-21'), 'futureDate', 'invalidFutureDate'],
    [dates({ futureDate: '2026-12-01' }), 'futureDate', 'required'],
    [{ ...later('2026-12-01'), noOfPayments: 2 }, 'noOfPayments', 'required'],
    [{ ...regular({}), futureDate: '2026-12-01' }, 'futureDate', 'required'],
    [regular({ startDate: null }), 'startDate', 'invalidStartDate'],
    [regular({ startDate: '2026-11-20' }), 'startDate', 'invalidStartDate'],
    [byDate('2027-01-01', '2026-11-20'), 'startDate', 'invalidStartDate'],
    [byDate(null, '2026-11-20'), 'startDate', 'invalidStartDate'],
    [byDate('2026-11-26'), 'endDate', 'invalidStartEndDate'],
    [byDate('2037-01-01'), 'endDate', 'endDateTooLate'],
    [regular({ endDate: '2027-01-01' }), 'noOfPayments', 'required'],
    [regular({ noOfPayments: 0 }), 'noOfPayments', 'required'],
    [regular({ noOfPayments: 1000 }), 'noOfPayments', 'required'],
    [regular({ noOfPayments: 1.5 }), 'noOfPayments', 'required'],
  ])('%j', (given, field, problem) => expect(wrongDate(given, TODAY)).toEqual({ field, problem }));
});

describe('addMonths', () => {
  it('crosses years in both directions', () => {
    expect(addMonths('2026-11-20', 12)).toBe('2027-11-20');
    expect(addMonths('2028-02-29', 12)).toBe('2029-02-28');
    expect(addMonths('2026-01-31', 13)).toBe('2027-02-28');
  });
});

describe('a schedule whose place another one takes', () => {
  const firstDays = Array.from({ length: 31 }, (_, day) =>
    Temporal.PlainDate.from('2027-01-01').add({ days: day }).toString(),
  );

  it('keeps its days where its next one stays as it is, however often it is changed', () => {
    for (const frequency of [weekly, fortnightly, monthly]) {
      for (const firstDay of firstDays) {
        const before: Recurring = { frequency, firstDay, endDay: null, numberOfPayments: null };
        let after = before;
        for (let n = 1; n < 40; n += 1) {
          const nextDay = occurrenceOf(after, 1) ?? '';
          const monthDay = keptMonthDay({ ...after, nextDay }, { frequency, firstDay: nextDay });
          after = { ...before, firstDay: nextDay, monthDay };
          const days = [0, 1, 2, 13].map((k) => occurrenceOf(after, k));
          expect(days).toEqual([0, 1, 2, 13].map((k) => occurrenceOf(before, n + k)));
        }
      }
    }
  });

  it('goes by its first day where that or how often it is paid is changed', () => {
    const before = { frequency: monthly, firstDay: '2027-01-31', nextDay: '2027-02-28' };
    const same = { frequency: monthly, firstDay: '2027-02-28' };
    expect(keptMonthDay(before, same)).toBe(31);
    expect(keptMonthDay(before, { ...same, firstDay: '2027-02-27' })).toBeUndefined();
    expect(keptMonthDay(before, { ...same, frequency: weekly })).toBeUndefined();
    expect(keptMonthDay({ ...before, frequency: weekly }, same)).toBeUndefined();
  });

  it('ends after the number of its payments, and on its last day, with the date of the month that it keeps', () => {
    const kept = { frequency: monthly, firstDay: '2027-02-28', monthDay: 31 };
    const days = (given: Pick<Recurring, 'endDay' | 'numberOfPayments'>) =>
      [0, 1, 2, 3].map((n) => occurrenceOf({ ...kept, ...given }, n));
    expect(days({ endDay: null, numberOfPayments: 2 })).toEqual(['2027-02-28', '2027-03-31', undefined, undefined]);
    expect(days({ endDay: '2027-04-30', numberOfPayments: null })).toEqual([
      '2027-02-28',
      '2027-03-31',
      '2027-04-30',
      undefined,
    ]);
    expect(paymentsOf({ ...kept, endDay: '2027-04-29', numberOfPayments: null })).toBe(2);
  });
});
