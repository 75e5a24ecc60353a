import { refused, type StateTable, to } from '../../../platform/state-table.domain.ts';

export const SUSPENSE_STATES = ['Suspense', 'GoingBack', 'Released', 'SentBack', 'Done'] as const;
export type SuspenseState = (typeof SUSPENSE_STATES)[number];

const GONE = refused('not_found');

/** `returned`: the network has sent it back, which it was asked for. */
export type SuspenseEvent = 'release' | 'match' | 'sendBack' | 'returned';

/**
 * State table of a line in suspense: the desk credits it to an account, charges a debit, or chooses the returned
 * payment, or the next file or the network sends it back.
 */
export const SUSPENSE_LINE: StateTable<
  SuspenseState,
  SuspenseEvent,
  'desk' | 'programme' | 'bank',
  'not_found' | 'not_permitted'
> = {
  release: {
    may: { desk: true, programme: 'not_permitted', bank: 'not_permitted' },
    in: { Suspense: to('Released'), GoingBack: GONE, Released: GONE, SentBack: GONE, Done: GONE },
  },
  match: {
    may: { desk: true, programme: 'not_permitted', bank: 'not_permitted' },
    in: { Suspense: to('Done'), GoingBack: GONE, Released: GONE, SentBack: GONE, Done: GONE },
  },
  sendBack: {
    may: { desk: 'not_permitted', programme: true, bank: 'not_permitted' },
    in: { Suspense: to('SentBack'), GoingBack: GONE, Released: GONE, SentBack: GONE, Done: GONE },
  },
  returned: {
    may: { desk: 'not_permitted', programme: 'not_permitted', bank: true },
    in: { Suspense: GONE, GoingBack: to('SentBack'), Released: GONE, SentBack: GONE, Done: GONE },
  },
};
