import type { OutsideOutcome } from '../outcome.ts';
import type { Probe } from '../probe.ts';
import type { PaymentCalls } from '../payment-calls/port.ts';

/** Rails that reach the accounts of a BSB. It says nothing about one account. */
export type Reach = {
  /** Payments arrive within a minute. */
  readonly isInstant: boolean;
  /** Accounts may be debited by agreements. */
  readonly takesPayTo: boolean;
};

/** Age of a call from which a bank that does not know it has never got it: its search may be behind for a while. */
export const NEVER_RECEIVED_AFTER_MS = 10 * 60_000;

/** Answer about a payment that the bank does not know. */
export const unknownToBank = (agoMs: number): OutsideOutcome<never> =>
  agoMs < NEVER_RECEIVED_AFTER_MS
    ? { kind: 'unknown', code: 'not_found_yet' }
    : { kind: 'refused', code: 'never_received' };

/**
 * A bank that is connected to the New Payments Platform: it carries out payments one at a time, at any hour. Calls of
 * money are those of {@link PaymentCalls}: sent once under our key, and asked about under it.
 */
export type InstantBank = PaymentCalls & {
  /**
   * Asks which rails reach a BSB (6 digits). Refused: the network does not know it. Never throws for faults of the
   * bank.
   */
  reachOf(bsb: string): Promise<OutsideOutcome<Reach>>;
  /** Signs in and pays nothing. Absent: the sandbox's. */
  readonly probe?: Probe;
};
