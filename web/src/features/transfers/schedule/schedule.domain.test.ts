import { describe, expect, it } from 'vitest';
import {
  agreedOutlook,
  checkSchedule,
  datesOfForm,
  movedWeekend,
  outlookOf,
  type ScheduleValues,
} from './schedule.domain.ts';

const NONE: ScheduleValues = {
  schedule: 'now',
  endAfter: 'number',
  frequency: '',
  futureDate: '',
  startDate: '',
  endDate: '',
  noOfPayments: '',
};
const LATER: ScheduleValues = { ...NONE, schedule: 'later', futureDate: '2026-11-21' };
const WEEKLY: ScheduleValues = {
  ...NONE,
  schedule: 'regular',
  frequency: '1',
  startDate: '2026-11-21',
  noOfPayments: '2',
};

describe('the outlook of a schedule', () => {
  it('is not shown for a past day in the form', () => {
    expect(outlookOf(LATER, false, '2026-11-20')).toMatchObject({ first: '2026-11-21', count: 1 });
    expect(outlookOf(LATER, false, '2026-11-22')).toBeNull();
  });

  it('stays shown after confirmation, on its day and later', () => {
    expect(agreedOutlook(datesOfForm(LATER, false))).toMatchObject({
      first: '2026-11-21',
      last: '2026-11-21',
      count: 1,
    });
    expect(agreedOutlook(datesOfForm(WEEKLY, false))).toMatchObject({
      first: '2026-11-21',
      last: '2026-11-28',
      count: 2,
    });
  });

  it.each(['1.5', '-3', '1-2', '1e1', '1,000'])(
    'has no number of payments for %s, which a person cannot mean',
    (typed) => {
      const values = { ...WEEKLY, noOfPayments: typed };
      expect(datesOfForm(values, false).noOfPayments).toBe(0);
      expect(Object.keys(checkSchedule(values, false, '2026-11-20'))).toEqual(['noOfPayments']);
    },
  );

  it.each([' 12 ', '１２', '١٢'])('has 12 payments for %j', (typed) => {
    expect(datesOfForm({ ...WEEKLY, noOfPayments: typed }, false).noOfPayments).toBe(12);
  });

  it('has no end where it goes on until it is stopped', () => {
    const open = { ...WEEKLY, endAfter: '', noOfPayments: '' };
    expect(outlookOf(open, false, '2026-11-20')).toEqual({
      frequency: 1,
      first: '2026-11-21',
      last: null,
      count: null,
    });
  });

  it('is not shown while the end date that was chosen is missing', () => {
    const byDate = { ...WEEKLY, endAfter: 'date', noOfPayments: '' };
    expect(outlookOf(byDate, false, '2026-11-20')).toBeNull();
    expect(checkSchedule(byDate, false, '2026-11-20')).toEqual({ endDate: 'invalidEndDate' });
  });

  it('is missing for an immediate payment', () => {
    expect(agreedOutlook(datesOfForm(NONE, false))).toBeNull();
    expect(outlookOf(NONE, false, '2026-11-20')).toBeNull();
  });
});

describe('a weekend that moves a regular payment', () => {
  // 5 and 6 December 2026 are Saturday and Sunday, 25 December is a Friday.
  it.each([
    ['weekly on Saturdays', 1, '2026-12-05', '2026-12-07', 6],
    ['fortnightly on Sundays', 2, '2026-12-06', '2026-12-07', 7],
    ['weekly on a Friday that is a holiday', 1, '2026-12-25', '2026-12-29', null],
    ['weekly on Saturdays within the programme', 1, '2026-12-05', '2026-12-05', null],
    ['monthly', 3, '2026-12-05', '2026-12-07', null],
  ] as const)('%s', (_, frequency, PlannedDate, PaymentDate, day) => {
    expect(movedWeekend(frequency, [{ PlannedDate, PaymentDate }])).toBe(day);
  });
});
