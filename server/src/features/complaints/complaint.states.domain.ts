import type { ComplaintState } from '@wattle/contract/complaints/complaint.ts';
import { DONE, refused, type StateTable, to } from '../../platform/state-table.domain.ts';

/** `write`: the person writes or adds a file; after an answer that opens the complaint again. `refer`: it is with AFCA. */
export type ComplaintEvent = 'acknowledge' | 'write' | 'answer' | 'settle' | 'withdraw' | 'refer' | 'reopen';
export type ComplaintActor = 'complainant' | 'staff';

const NO = refused('complaint_closed');
const STAFF = { complainant: 'complaint_closed', staff: true } as const;
const BOTH = { complainant: true, staff: true } as const;

/** Events of complaints. */
export const COMPLAINT: StateTable<ComplaintState, ComplaintEvent, ComplaintActor, 'complaint_closed'> = {
  acknowledge: {
    may: STAFF,
    in: { Received: to('Working'), Working: DONE, Answered: NO, WithAfca: NO, Closed: NO, Withdrawn: NO },
  },
  write: {
    may: { complainant: true, staff: 'complaint_closed' },
    in: { Received: DONE, Working: DONE, Answered: to('Working'), WithAfca: DONE, Closed: NO, Withdrawn: NO },
  },
  answer: {
    may: STAFF,
    in: {
      Received: to('Answered'),
      Working: to('Answered'),
      Answered: NO,
      WithAfca: NO,
      Closed: NO,
      Withdrawn: NO,
    },
  },
  settle: {
    may: BOTH,
    in: {
      Received: to('Closed'),
      Working: to('Closed'),
      Answered: to('Closed'),
      WithAfca: to('Closed'),
      Closed: DONE,
      Withdrawn: NO,
    },
  },
  withdraw: {
    may: BOTH,
    in: {
      Received: to('Withdrawn'),
      Working: to('Withdrawn'),
      Answered: to('Withdrawn'),
      WithAfca: to('Withdrawn'),
      Closed: NO,
      Withdrawn: DONE,
    },
  },
  refer: {
    may: STAFF,
    in: {
      Received: to('WithAfca'),
      Working: to('WithAfca'),
      Answered: to('WithAfca'),
      WithAfca: DONE,
      Closed: to('WithAfca'),
      Withdrawn: to('WithAfca'),
    },
  },
  reopen: {
    may: STAFF,
    in: {
      Received: DONE,
      Working: DONE,
      Answered: to('Working'),
      WithAfca: NO,
      Closed: to('Working'),
      Withdrawn: to('Working'),
    },
  },
};
