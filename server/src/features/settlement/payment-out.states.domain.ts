import { DONE, refused, type StateTable, to } from '../../platform/state-table.domain.ts';

/**
 * Made: posted, and in no file that was sent. Sent: in a file that the bank has, or taken by the bank in a call.
 * Settled: accepted by the bank. Returned: credited to the payer again, or stopped before the bank had it.
 */
export const PAYMENT_OUT_STATES = ['Made', 'Sent', 'Settled', 'Returned'] as const;
export type PaymentOutState = (typeof PAYMENT_OUT_STATES)[number];

/**
 * `release`: the bank rejected the file, so the payment goes into another one. `goByFile`: the network refused the
 * call, and a file carries the payment instead. `stop`: its payer takes it back before
 * the bank has it. `refuse`: the bank does not carry it out, in answer to a call. `recover`: the other bank has sent the
 * money back apart from its files.
 */
export type PaymentOutEvent = 'send' | 'settle' | 'comeBack' | 'release' | 'goByFile' | 'stop' | 'refuse' | 'recover';

export type PaymentOutActor = 'programme' | 'bank' | 'staff';

const PROGRAMME = { programme: true, bank: 'not_permitted', staff: 'not_permitted' } as const;
const BANK = { programme: 'not_permitted', bank: true, staff: 'not_permitted' } as const;
const STAFF = { programme: 'not_permitted', bank: 'not_permitted', staff: true } as const;
const JUDGED = refused('file_judged');
const GONE = refused('not_found');

/**
 * State table of a payment that has left its account. The bank may answer before the server has recorded that a file
 * was sent, so answers are also accepted for a payment that is Made.
 */
export const PAYMENT_OUT: StateTable<
  PaymentOutState,
  PaymentOutEvent,
  PaymentOutActor,
  'not_permitted' | 'not_found' | 'file_judged'
> = {
  send: {
    may: PROGRAMME,
    in: { Made: to('Sent'), Sent: DONE, Settled: DONE, Returned: DONE },
  },
  settle: { may: BANK, in: { Made: to('Settled'), Sent: to('Settled'), Settled: DONE, Returned: DONE } },
  comeBack: {
    may: BANK,
    in: { Made: to('Returned'), Sent: to('Returned'), Settled: to('Returned'), Returned: GONE },
  },
  release: { may: BANK, in: { Made: to('Made'), Sent: to('Made'), Settled: JUDGED, Returned: JUDGED } },
  goByFile: { may: BANK, in: { Made: to('Made'), Sent: to('Made'), Settled: GONE, Returned: GONE } },
  stop: { may: PROGRAMME, in: { Made: to('Returned'), Sent: GONE, Settled: GONE, Returned: GONE } },
  refuse: {
    may: BANK,
    in: { Made: to('Returned'), Sent: to('Returned'), Settled: GONE, Returned: GONE },
  },
  recover: { may: STAFF, in: { Made: GONE, Sent: to('Returned'), Settled: to('Returned'), Returned: GONE } },
};
