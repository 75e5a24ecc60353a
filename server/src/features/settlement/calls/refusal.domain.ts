import type { ReturnReason } from '@wattle/contract/settlement/payment-course.ts';

/** Consequence of a final refusal by the network. */
export type Refusal = {
  /** Told to the payer. */
  readonly reason: ReturnReason;
  /** A file may carry the payment instead: what failed is the way, and not the payment. */
  readonly mayGoByFile: boolean;
};

const REASONS: Readonly<Partial<Record<ReturnReason, readonly string[]>>> = {
  noAccount: ['AC01', 'AC03', 'BE06'],
  closed: ['AC04', 'AC07'],
  blocked: ['AC06'],
  accountType: ['AC14', 'AG03'],
  notAllowed: ['AG01', 'SL01', 'SL11', 'SL12'],
  bsbNotInstant: ['AGNT'],
  bankAway: ['AB01', 'AB02', 'AB03', 'AB04', 'AB08', 'ED05', 'ED06', 'FF10', 'FF11', 'TM01'],
  tooMuch: ['AM02', 'AM14'],
  died: ['MD07'],
  legal: ['RR04', 'LEGL'],
  fraud: ['FRAD', 'MD21'],
  byRecipient: ['CUST', 'MS02', 'BE05'],
  duplicate: ['DUPL', 'AM05'],
  payIdMoved: ['AC15'],
  noReason: ['AG07', 'MS03', 'NARR', 'UKNWN'],
  // Of the programme's own account, its limits at the bank, or how it asks: nothing that a payer can do.
  ours: [
    ['AC02', 'AC05', 'AC13', 'AM01', 'AM04', 'AM12', 'AM19', 'AM21', 'BE08', 'BE22', 'CH20', 'CH21', 'CURR'],
    ['DT02', 'FF04', 'RC05', 'RR02', 'RR03', 'TD03'],
  ].flat(),
};

/** Ours, of a payment to a PayID that was not sent: no file carries it. */
const OF_PAY_ID: Readonly<Record<string, ReturnReason>> = {
  pay_id_moved: 'payIdMoved',
  pay_id_unknown: 'payIdUnknown',
  pay_id_away: 'payIdAway',
};

const REASON_OF = new Map(
  Object.entries(REASONS).flatMap(([reason, codes]) => codes.map((code) => [code, reason as ReturnReason] as const)),
);

/** Not reached at any hour: the account, its BSB, or its bank now. */
const BY_FILE: ReadonlySet<ReturnReason> = new Set(['accountType', 'bsbNotInstant', 'bankAway']);

/** Codes of ISO 20022. Ours are words in small letters: of a call that did not leave, or that the bank has never got. */
const OF_NETWORK = /^[A-Z]{2}[A-Z0-9]{2,3}$/;

/** The bank does not take the request: a fault of ours, which staff look at. */
const INVALID = 'invalid';

/** @param code why a payment was not made: of the network, or one of ours */
export function refusalOf(code: string): Refusal {
  if (code === INVALID) return { reason: 'ours', mayGoByFile: false };
  const ofPayId = OF_PAY_ID[code];
  if (ofPayId !== undefined) return { reason: ofPayId, mayGoByFile: false };
  if (!OF_NETWORK.test(code)) return { reason: 'bankAway', mayGoByFile: true };
  const reason = REASON_OF.get(code) ?? 'noReason';
  return { reason, mayGoByFile: BY_FILE.has(reason) };
}
