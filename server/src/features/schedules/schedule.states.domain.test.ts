import { expect, it } from 'vitest';
import { linesOf } from '../../../test-support/state-matrix.ts';
import { SCHEDULE, SCHEDULE_STATES } from './schedule.states.domain.ts';

it('the status of a schedule changes only as due work, its payer and the programme allow', () => {
  const gone = '–not_found';
  expect(linesOf(SCHEDULE, SCHEDULE_STATES)).toEqual([
    // In this order: Active Completed Cancelled Deleted
    `finish | dueWork | Completed = ${gone} ${gone}`,
    `giveUp | dueWork | Cancelled ${gone} = ${gone}`,
    'delete | payer | Deleted Deleted Deleted =',
    'deletePaid | payer | Deleted –payment_made Deleted =',
    `replace | payer | Deleted ${gone} ${gone} ${gone}`,
    'stop | programme | Cancelled = = =',
  ]);
});
