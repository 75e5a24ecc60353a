import { DONE, refused, type StateTable, to } from '../../../platform/state-table.domain.ts';

/**
 * Made: it has fired. Sent: in a file that the bank has. Collected: the bank has processed the file. Credited: on the
 * card. Returned: it was returned before the credit. TakenBack: it was returned after the credit. Dropped: its
 * agreement ended before it was in a file.
 */
export const DIRECT_DEBIT_STATES = [
  'Made',
  'Sent',
  'Collected',
  'Credited',
  'Returned',
  'TakenBack',
  'Dropped',
] as const;
export type DirectDebitState = (typeof DIRECT_DEBIT_STATES)[number];

/**
 * `release`: the bank has rejected the file, so that the debit goes into another one. `settle`, `refuse`: the final
 * answer to a call; its money is credited when it is settled.
 */
export type DirectDebitEvent = 'send' | 'collect' | 'release' | 'credit' | 'comeBack' | 'drop' | 'settle' | 'refuse';
export type DirectDebitActor = 'programme' | 'bank';

const PROGRAMME = { programme: true, bank: 'not_permitted' } as const;
const BANK = { programme: 'not_permitted', bank: true } as const;
const NOT_JUDGED_YET = refused('file_judged');
const NOT_FOUND = refused('not_found');

/** Transitions of a direct debit. The bank may answer before the server has recorded that the file was sent. */
export const DIRECT_DEBIT: StateTable<
  DirectDebitState,
  DirectDebitEvent,
  DirectDebitActor,
  'not_permitted' | 'file_judged' | 'not_found'
> = {
  send: {
    may: PROGRAMME,
    in: {
      Made: to('Sent'),
      Sent: DONE,
      Collected: DONE,
      Credited: DONE,
      Returned: DONE,
      TakenBack: DONE,
      Dropped: NOT_FOUND,
    },
  },
  collect: {
    may: BANK,
    in: {
      Made: to('Collected'),
      Sent: to('Collected'),
      Collected: DONE,
      Credited: DONE,
      Returned: DONE,
      TakenBack: DONE,
      Dropped: NOT_FOUND,
    },
  },
  release: {
    may: BANK,
    in: {
      Made: to('Made'),
      Sent: to('Made'),
      Collected: NOT_JUDGED_YET,
      Credited: NOT_JUDGED_YET,
      Returned: NOT_JUDGED_YET,
      TakenBack: NOT_JUDGED_YET,
      Dropped: NOT_FOUND,
    },
  },
  credit: {
    may: PROGRAMME,
    in: {
      Made: NOT_FOUND,
      Sent: NOT_FOUND,
      Collected: to('Credited'),
      Credited: NOT_FOUND,
      Returned: NOT_FOUND,
      TakenBack: NOT_FOUND,
      Dropped: NOT_FOUND,
    },
  },
  comeBack: {
    may: BANK,
    in: {
      Made: NOT_FOUND,
      Sent: NOT_FOUND,
      Collected: to('Returned'),
      Credited: to('TakenBack'),
      Returned: NOT_FOUND,
      TakenBack: NOT_FOUND,
      Dropped: NOT_FOUND,
    },
  },
  drop: {
    may: PROGRAMME,
    in: {
      Made: to('Dropped'),
      Sent: NOT_JUDGED_YET,
      Collected: NOT_JUDGED_YET,
      Credited: NOT_JUDGED_YET,
      Returned: NOT_FOUND,
      TakenBack: NOT_FOUND,
      Dropped: DONE,
    },
  },
  settle: {
    may: BANK,
    in: {
      Made: NOT_FOUND,
      Sent: to('Credited'),
      Collected: NOT_FOUND,
      Credited: NOT_FOUND,
      Returned: NOT_FOUND,
      TakenBack: NOT_FOUND,
      Dropped: NOT_FOUND,
    },
  },
  refuse: {
    may: BANK,
    in: {
      Made: NOT_FOUND,
      Sent: to('Returned'),
      Collected: NOT_FOUND,
      Credited: NOT_FOUND,
      Returned: NOT_FOUND,
      TakenBack: NOT_FOUND,
      Dropped: NOT_FOUND,
    },
  },
};
