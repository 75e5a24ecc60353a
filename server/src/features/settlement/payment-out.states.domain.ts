import { DONE, refused, type StateTable, to } from '../../platform/state-table.domain.ts';

/**
 * Made: posted, and in no file that has left. Sent: in a file that the bank has. Settled: the bank has taken it on.
 * Returned: it came back and was credited.
 */
export const PAYMENT_OUT_STATES = ['Made', 'Sent', 'Settled', 'Returned'] as const;
export type PaymentOutState = (typeof PAYMENT_OUT_STATES)[number];

/** `release`: the bank has rejected the file, so that the payment goes into another one. */
export type PaymentOutEvent = 'send' | 'settle' | 'comeBack' | 'release';

export type PaymentOutActor = 'programme' | 'bank';

const BANK = { programme: 'not_permitted', bank: true } as const;
const JUDGED = refused('file_judged');

/**
 * State table of a payment that has left its account. The bank may answer before the server has noted that a file
 * was sent, so its answers count for a payment that is made too.
 */
export const PAYMENT_OUT: StateTable<
  PaymentOutState,
  PaymentOutEvent,
  PaymentOutActor,
  'not_permitted' | 'not_found' | 'file_judged'
> = {
  send: {
    may: { programme: true, bank: 'not_permitted' },
    in: { Made: to('Sent'), Sent: DONE, Settled: DONE, Returned: DONE },
  },
  settle: { may: BANK, in: { Made: to('Settled'), Sent: to('Settled'), Settled: DONE, Returned: DONE } },
  comeBack: {
    may: BANK,
    in: { Made: to('Returned'), Sent: to('Returned'), Settled: to('Returned'), Returned: refused('not_found') },
  },
  release: { may: BANK, in: { Made: to('Made'), Sent: to('Made'), Settled: JUDGED, Returned: JUDGED } },
};
