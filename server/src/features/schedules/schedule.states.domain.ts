import { DONE, refused, type StateTable, to } from '../../platform/state-table.domain.ts';

/** Completed: no payment is left. Cancelled: too many failed in a row. Deleted: its payer deleted or changed it. */
export const SCHEDULE_STATES = ['Active', 'Completed', 'Cancelled', 'Deleted'] as const;
export type ScheduleState = (typeof SCHEDULE_STATES)[number];

/** Actors: due work, the payer, and the programme when it closes an account. */
export type ScheduleActor = 'dueWork' | 'payer' | 'programme';
/** `deletePaid`: deleted after its last payment that was due has been made. `replace`: its payer changed it. */
export type ScheduleEvent = 'finish' | 'giveUp' | 'delete' | 'deletePaid' | 'replace' | 'stop';

const GONE = refused('not_found');
const DUE_WORK = { dueWork: true, payer: 'not_found', programme: 'not_found' } as const;

/** State table of a schedule. After its end it makes no payment. */
export const SCHEDULE: StateTable<ScheduleState, ScheduleEvent, ScheduleActor, 'not_found' | 'payment_made'> = {
  finish: { may: DUE_WORK, in: { Active: to('Completed'), Completed: DONE, Cancelled: GONE, Deleted: GONE } },
  giveUp: { may: DUE_WORK, in: { Active: to('Cancelled'), Completed: GONE, Cancelled: DONE, Deleted: GONE } },
  delete: {
    may: { dueWork: 'not_found', payer: true, programme: 'not_found' },
    in: { Active: to('Deleted'), Completed: to('Deleted'), Cancelled: to('Deleted'), Deleted: DONE },
  },
  deletePaid: {
    may: { dueWork: 'not_found', payer: true, programme: 'not_found' },
    in: { Active: to('Deleted'), Completed: refused('payment_made'), Cancelled: to('Deleted'), Deleted: DONE },
  },
  replace: {
    may: { dueWork: 'not_found', payer: true, programme: 'not_found' },
    in: { Active: to('Deleted'), Completed: GONE, Cancelled: GONE, Deleted: GONE },
  },
  stop: {
    may: { dueWork: 'not_found', payer: 'not_found', programme: true },
    in: { Active: to('Cancelled'), Completed: DONE, Cancelled: DONE, Deleted: DONE },
  },
};
