import { DONE, refused, type StateTable, to } from '../../../platform/state-table.domain.ts';

/** Asked by the payer, requested from the other bank, and its answers. */
export const MISTAKEN_STATES = ['Asked', 'Requested', 'Recovered', 'Refused'] as const;
export type MistakenState = (typeof MISTAKEN_STATES)[number];

export type MistakenEvent = 'request' | 'recover' | 'refuse';

const STAFF = { payer: 'not_permitted', staff: true } as const;
const OVER = refused('nothing_to_do');

/** State table of a recall. An answer of the other bank is final. */
export const MISTAKEN: StateTable<MistakenState, MistakenEvent, 'payer' | 'staff', 'not_permitted' | 'nothing_to_do'> =
  {
    request: { may: STAFF, in: { Asked: to('Requested'), Requested: DONE, Recovered: OVER, Refused: OVER } },
    recover: { may: STAFF, in: { Asked: to('Recovered'), Requested: to('Recovered'), Recovered: DONE, Refused: OVER } },
    refuse: { may: STAFF, in: { Asked: to('Refused'), Requested: to('Refused'), Recovered: OVER, Refused: DONE } },
  };
