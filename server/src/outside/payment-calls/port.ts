import type { Cents } from '../../platform/money.ts';
import type { OutsideOutcome } from '../outcome.ts';
import type { PayId } from '../npp/pay-id.ts';

/** Payment that the bank is asked to carry out. */
export type CalledPayment = {
  /** Ours, 22 of `A-Z a-z 0-9 - _`. The bank carries out a key once, however often it comes. */
  readonly key: string;
  /** Whom to pay: 6 digits and an account number, or empty and the number of the method's own kind. */
  readonly bsb: string;
  readonly accountNumber: string;
  /** PayID by which the payee was found; paid itself where there is no account. */
  readonly payId?: PayId;
  readonly name: string;
  readonly amount: Cents;
  /** Name of the payer. */
  readonly remitter: string;
  /** Reference for the payee. */
  readonly reference: string;
};

/** A settled payment, by the bank's own number. */
export type SettledByBank = { readonly bankId: string };

/**
 * A bank that carries out payments one at a time, and may answer later. Done: settled, the payee has the money. Pending:
 * taken, and settled or refused later. Refused: final, nothing was paid. Never throws for its faults.
 */
export type PaymentCalls = {
  pay(payment: CalledPayment): Promise<OutsideOutcome<SettledByBank>>;
  /**
   * Asks about a payment by our key, and pays nothing. A payment that the bank does not know counts as refused only if
   * the call is older than its time limit and the bank would have found it by then: until that it is unknown.
   *
   * @param agoMs how long ago the call was made
   */
  stateOf(key: string, agoMs: number): Promise<OutsideOutcome<SettledByBank>>;
};
