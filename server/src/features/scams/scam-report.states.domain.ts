import { DONE, refused, type StateTable, to } from '../../platform/state-table.domain.ts';

/** A report is with the desk until staff decide that the payment was a scam or was not. */
export const SCAM_STATES = ['Open', 'Confirmed', 'Dismissed'] as const;
export type ScamState = (typeof SCAM_STATES)[number];

export type ScamEvent = 'confirm' | 'dismiss';

const STAFF = { payer: 'not_permitted', staff: true } as const;
const OVER = refused('nothing_to_do');

/** State table of a report of a scam. */
export const SCAM: StateTable<ScamState, ScamEvent, 'payer' | 'staff', 'not_permitted' | 'nothing_to_do'> = {
  confirm: { may: STAFF, in: { Open: to('Confirmed'), Confirmed: DONE, Dismissed: OVER } },
  dismiss: { may: STAFF, in: { Open: to('Dismissed'), Confirmed: OVER, Dismissed: DONE } },
};
