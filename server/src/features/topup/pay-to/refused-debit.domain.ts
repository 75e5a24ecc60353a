/** Reason of a debit that the payer's bank or the network did not carry out. */
export type DebitTrouble = 'noFunds' | 'limit' | 'notActive' | 'account' | 'bankAway' | 'ours' | 'noReason';

/**
 * Consequence for the automatic top-up. `retry`: it is tried again on the next day, a few times in a row. `later`: the
 * same without a count. `stop`: it is paused until its holder changes or resumes it. `end`: it needs another account.
 */
export type DebitConsequence = 'retry' | 'later' | 'stop' | 'end';

const CODES: Readonly<Partial<Record<DebitTrouble, readonly string[]>>> = {
  noFunds: ['AM04', 'AG07'],
  limit: ['AM02', 'AM14', 'AM21', 'SL13', 'SL14'],
  notActive: ['NACT', 'MCGP'],
  account: [
    'AC01',
    'AC02',
    'AC03',
    'AC04',
    'AC05',
    'AC06',
    'AC07',
    'AC13',
    'AC14',
    'AG01',
    'AG03',
    'MD07',
    'SL11',
    'SL12',
  ],
  bankAway: ['AB01', 'AB02', 'AB03', 'AB04', 'AB08', 'ED05', 'ED06', 'FF10', 'FF11', 'TM01'],
  // Outside of the terms, or how it was asked: nothing that the payer can do.
  ours: ['AM01', 'AM06', 'AM09', 'AM12', 'AM19', 'CURR', 'NAUT', 'RR04', 'invalid'],
  noReason: ['MS02', 'MS03', 'NARR', 'UKNWN'],
};
const TROUBLE_OF = new Map(
  Object.entries(CODES).flatMap(([trouble, codes]) => codes.map((code) => [code, trouble as DebitTrouble] as const)),
);
/** Codes of the network. Ours are words: of a call that did not leave, or that the bank has never got. */
const OF_NETWORK = /^[A-Z]{2}[A-Z0-9]{2,3}$/;

const CONSEQUENCES: Readonly<Record<DebitTrouble, DebitConsequence>> = {
  noFunds: 'retry',
  noReason: 'retry',
  notActive: 'later',
  bankAway: 'later',
  limit: 'stop',
  ours: 'stop',
  account: 'end',
};

/** @param code why a debit was refused: of the network, or one of ours */
export function troubleOf(code: string): DebitTrouble {
  return TROUBLE_OF.get(code) ?? (OF_NETWORK.test(code) ? 'noReason' : 'bankAway');
}

/** @param referred how often in a row it was refused before this one */
export function consequenceOf(trouble: DebitTrouble, referred: number, retries: number): DebitConsequence {
  const meant = CONSEQUENCES[trouble];
  return meant === 'retry' && referred >= retries ? 'stop' : meant;
}
