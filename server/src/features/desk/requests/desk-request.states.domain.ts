import { move, refused, type StateTable, to } from '../../../platform/state-table.domain.ts';
import type { DeskRefusalName } from '../desk-refusal.ts';

/**
 * The states of a request. One that was approved counts as requested again where its approver is gone
 * (docs/areas/desk-requests.md, "An approved request whose approver has left counts as Requested").
 */
export const DESK_REQUEST_STATES = ['Requested', 'Approved', 'Refused', 'Expired', 'Done', 'Failed'] as const;
export type DeskRequestState = (typeof DESK_REQUEST_STATES)[number];

/** `finish` and `fail` say how the request was carried out. */
type DeskRequestEvent = 'approve' | 'refuse' | 'expire' | 'finish' | 'fail';

/**
 * `asker`: made the request. `decider`: another member who may decide. `other`: a member who may not decide.
 * `programme`: due work.
 */
type DeskRequestActor = 'asker' | 'decider' | 'other' | 'programme';

type Fault = Extract<DeskRefusalName, 'not_permitted' | 'own_request' | 'request_expired' | 'already_decided'>;

const NOBODY = {
  asker: 'not_permitted',
  decider: 'not_permitted',
  other: 'not_permitted',
  programme: 'not_permitted',
} as const;
const PROGRAMME = { ...NOBODY, programme: true } as const;

const DECIDED = refused('already_decided');
const EXPIRED = refused('request_expired');

/** Events of requests of the desk. */
export const DESK_REQUEST: StateTable<DeskRequestState, DeskRequestEvent, DeskRequestActor, Fault> = {
  approve: {
    may: { ...NOBODY, asker: 'own_request', decider: true },
    in: {
      Requested: to('Approved'),
      Approved: DECIDED,
      Refused: DECIDED,
      Expired: EXPIRED,
      Done: DECIDED,
      Failed: DECIDED,
    },
  },
  // The asker withdraws a request by refusing it.
  refuse: {
    may: { ...NOBODY, asker: true, decider: true },
    in: {
      Requested: to('Refused'),
      Approved: DECIDED,
      Refused: DECIDED,
      Expired: EXPIRED,
      Done: DECIDED,
      Failed: DECIDED,
    },
  },
  expire: {
    may: PROGRAMME,
    in: {
      Requested: to('Expired'),
      Approved: DECIDED,
      Refused: DECIDED,
      Expired: EXPIRED,
      Done: DECIDED,
      Failed: DECIDED,
    },
  },
  finish: {
    may: PROGRAMME,
    in: {
      Requested: refused('not_permitted'),
      Approved: to('Done'),
      Refused: DECIDED,
      Expired: EXPIRED,
      Done: DECIDED,
      Failed: DECIDED,
    },
  },
  fail: {
    may: PROGRAMME,
    in: {
      Requested: refused('not_permitted'),
      Approved: to('Failed'),
      Refused: DECIDED,
      Expired: EXPIRED,
      Done: DECIDED,
      Failed: DECIDED,
    },
  },
};

type Decision = {
  readonly state: DeskRequestState;
  readonly isAsker: boolean;
  /** Whether the role of the deciding member allows decisions about the requests of others. */
  readonly mayDecide: boolean;
};

/** Why a member of staff may not approve or refuse a request, or undefined. The asker may only withdraw it. */
export function decisionFault(event: 'approve' | 'refuse', { state, isAsker, mayDecide }: Decision): Fault | undefined {
  const by = isAsker ? 'asker' : mayDecide ? 'decider' : 'other';
  const moved = move(DESK_REQUEST, { state, event, by });
  return moved.kind === 'refused' ? moved.error : undefined;
}
