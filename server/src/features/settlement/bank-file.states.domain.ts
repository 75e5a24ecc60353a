import { DONE, refused, type StateTable, to } from '../../platform/state-table.domain.ts';

/**
 * Made: its bytes are frozen. Sent: it is ready for collection by the bank. Accepted or Rejected: by the bank, as a
 * whole. Withdrawn: never sent, because one of its payments was stopped; the others go into another file.
 */
export const BANK_FILE_STATES = ['Made', 'Sent', 'Accepted', 'Rejected', 'Withdrawn'] as const;
export type BankFileState = (typeof BANK_FILE_STATES)[number];

export type BankFileEvent = 'send' | 'accept' | 'reject' | 'withdraw';

export type BankFileActor = 'programme' | 'bank';

const BANK = { programme: 'not_permitted', bank: true } as const;
const JUDGED = refused('file_judged');
const GONE = refused('not_found');

/** State table of a file for the bank. Acceptance and rejection are final, and no file is sent after them. */
export const BANK_FILE: StateTable<
  BankFileState,
  BankFileEvent,
  BankFileActor,
  'not_permitted' | 'file_judged' | 'not_found'
> = {
  send: {
    may: { programme: true, bank: 'not_permitted' },
    in: { Made: to('Sent'), Sent: DONE, Accepted: DONE, Rejected: JUDGED, Withdrawn: JUDGED },
  },
  accept: {
    may: BANK,
    in: { Made: to('Accepted'), Sent: to('Accepted'), Accepted: DONE, Rejected: JUDGED, Withdrawn: JUDGED },
  },
  reject: {
    may: BANK,
    in: { Made: to('Rejected'), Sent: to('Rejected'), Accepted: JUDGED, Rejected: DONE, Withdrawn: JUDGED },
  },
  withdraw: {
    may: { programme: true, bank: 'not_permitted' },
    in: { Made: to('Withdrawn'), Sent: GONE, Accepted: GONE, Rejected: GONE, Withdrawn: GONE },
  },
};
