import { refused, type StateTable, to } from '../../../platform/state-table.domain.ts';

export const SUSPENSE_STATES = ['Suspense', 'Released', 'SentBack', 'Done'] as const;
export type SuspenseState = (typeof SUSPENSE_STATES)[number];

const GONE = refused('not_found');

export type SuspenseEvent = 'release' | 'match' | 'sendBack';

/**
 * State table of a line in suspense: the desk credits it to an account, charges a debit, or chooses the returned
 * payment, or the next file sends it back.
 */
export const SUSPENSE_LINE: StateTable<
  SuspenseState,
  SuspenseEvent,
  'desk' | 'programme',
  'not_found' | 'not_permitted'
> = {
  release: {
    may: { desk: true, programme: 'not_permitted' },
    in: { Suspense: to('Released'), Released: GONE, SentBack: GONE, Done: GONE },
  },
  match: {
    may: { desk: true, programme: 'not_permitted' },
    in: { Suspense: to('Done'), Released: GONE, SentBack: GONE, Done: GONE },
  },
  sendBack: {
    may: { desk: 'not_permitted', programme: true },
    in: { Suspense: to('SentBack'), Released: GONE, SentBack: GONE, Done: GONE },
  },
};
