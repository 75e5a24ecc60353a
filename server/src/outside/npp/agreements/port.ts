import type { Cents } from '../../../platform/money.ts';
import type { OutsideOutcome } from '../../outcome.ts';

/** How long a payer has to approve an agreement, in minutes: 5 days less one, the most that the network takes. */
export const RESPOND_WITHIN_MINUTES = 7_199;

/** An agreement that the payer is asked for: they approve it once in their bank's app. */
export type AskedAgreement = {
  /** Ours, 22 of `A-Z a-z 0-9 - _`. The bank is asked under it once, and about it afterwards. */
  readonly key: string;
  /** Account of the payer: 6 digits and an account number. */
  readonly bsb: string;
  readonly accountNumber: string;
  readonly name: string;
  /** Most that one debit takes. */
  readonly maximum: Cents;
  /** Words for the payer: who takes the money, and what for. */
  readonly payee: string;
  readonly description: string;
  /** First day of the agreement. */
  readonly startsOn: string;
};

/** Side that paused an agreement, and that alone can resume it. */
export const PAUSING_SIDES = ['payer', 'us', 'scheme'] as const;
export type PausingSide = (typeof PAUSING_SIDES)[number];

/**
 * State of an agreement at the bank. `failed`: the bank could not register it; `unsupported`: the account or its bank
 * takes no agreements.
 */
export type AgreementState =
  | { readonly is: 'pending' | 'active' | 'declined' | 'expired' | 'cancelled' | 'failed' | 'unsupported' }
  | { readonly is: 'paused'; readonly by: PausingSide };

export type BankAgreement = {
  /** The bank's own id, by which it is debited and changed. */
  readonly bankId: string;
  readonly state: AgreementState;
};

/** Debit of an active agreement. */
export type AgreementDebit = {
  readonly key: string;
  /** The bank's id of the agreement. */
  readonly agreement: string;
  readonly amount: Cents;
  /** On the payer's statement, 18 characters at most. */
  readonly reference: string;
};

/** A settled debit: its number in the network, and the name of the debited account where the bank gives it. */
export type SettledDebit = { readonly bankId: string; readonly payerName?: string };

/**
 * Bank that debits accounts at other banks by PayTo agreements. Nothing is sent twice: what is asked for under a key is
 * asked about under it. Never throws for faults of the bank.
 */
export type AgreementBank = {
  /** Asks the payer for an agreement. Refused: the bank has not registered it. */
  ask(asked: AskedAgreement): Promise<OutsideOutcome<BankAgreement>>;
  /**
   * Asks about an agreement by our key. Refused: the bank has never got it.
   *
   * @param agoMs how long ago it was asked for
   */
  agreementOf(key: string, agoMs: number): Promise<OutsideOutcome<BankAgreement>>;
  /** Pauses, resumes or cancels an agreement for our side. Repeating it changes nothing. */
  change(bankId: string, to: 'paused' | 'active' | 'cancelled'): Promise<OutsideOutcome<null>>;
  /** Takes money by an agreement. Done: settled, the money is final. Refused: a code of ISO 20022, or one of ours. */
  debit(debit: AgreementDebit): Promise<OutsideOutcome<SettledDebit>>;
  /** Asks about a debit by our key, and takes nothing. As {@link AgreementBank.agreementOf}. */
  debitOf(key: string, agoMs: number): Promise<OutsideOutcome<SettledDebit>>;
};
