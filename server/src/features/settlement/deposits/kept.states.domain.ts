import { refused, type StateTable, to } from '../../../platform/state-table.domain.ts';

export const KEPT_STATES = ['Suspense', 'Released', 'SentBack'] as const;
export type KeptState = (typeof KEPT_STATES)[number];

const GONE = refused('not_found');

/** What happens to money in suspense: the desk credits it to an account, or the next file sends it back. */
export const KEPT: StateTable<KeptState, 'release' | 'sendBack', 'desk' | 'programme', 'not_found' | 'not_permitted'> =
  {
    release: {
      may: { desk: true, programme: 'not_permitted' },
      in: { Suspense: to('Released'), Released: GONE, SentBack: GONE },
    },
    sendBack: {
      may: { desk: 'not_permitted', programme: true },
      in: { Suspense: to('SentBack'), Released: GONE, SentBack: GONE },
    },
  };
