import { describe, expect, it } from 'vitest';
import { agreedOutlook, datesOfForm, outlookOf, type ScheduleValues } from './schedule.domain.ts';

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

describe('what a schedule comes to', () => {
  it('is not said in the form of a day that has passed', () => {
    expect(outlookOf(LATER, false, '2026-11-20')).toMatchObject({ first: '2026-11-21', count: 1 });
    expect(outlookOf(LATER, false, '2026-11-22')).toBeNull();
  });

  it('stays said once it was agreed to, on its day and after it', () => {
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

  it('is nothing of a payment now', () => {
    expect(agreedOutlook(datesOfForm(NONE, false))).toBeNull();
    expect(outlookOf(NONE, false, '2026-11-20')).toBeNull();
  });
});
