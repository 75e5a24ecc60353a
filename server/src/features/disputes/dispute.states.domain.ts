import type { DisputeState } from '@wattle/contract/disputes/dispute.ts';
import { DONE, refused, type StateTable, to } from '../../platform/state-table.domain.ts';

/** `answer`: the cardholder writes or adds a file. `submit`: the merchant is asked, through the scheme. */
export type DisputeEvent = 'askBack' | 'answer' | 'submit' | 'resolve' | 'withdraw';
export type DisputeActor = 'cardholder' | 'staff';

const NO = refused('dispute_closed');
const STAFF = { cardholder: 'dispute_closed', staff: true } as const;
const CARDHOLDER = { cardholder: true, staff: 'dispute_closed' } as const;

/** Events of disputes. */
export const DISPUTE: StateTable<DisputeState, DisputeEvent, DisputeActor, 'dispute_closed'> = {
  askBack: {
    may: STAFF,
    in: { Open: to('NeedsInfo'), NeedsInfo: DONE, Submitted: to('NeedsInfo'), Resolved: NO, Cancelled: NO },
  },
  answer: {
    may: CARDHOLDER,
    in: { Open: DONE, NeedsInfo: to('Open'), Submitted: DONE, Resolved: NO, Cancelled: NO },
  },
  submit: {
    may: STAFF,
    in: { Open: to('Submitted'), NeedsInfo: to('Submitted'), Submitted: DONE, Resolved: NO, Cancelled: NO },
  },
  resolve: {
    may: STAFF,
    in: { Open: to('Resolved'), NeedsInfo: to('Resolved'), Submitted: to('Resolved'), Resolved: NO, Cancelled: NO },
  },
  withdraw: {
    may: CARDHOLDER,
    in: {
      Open: to('Cancelled'),
      NeedsInfo: to('Cancelled'),
      Submitted: to('Cancelled'),
      Resolved: NO,
      Cancelled: DONE,
    },
  },
};
