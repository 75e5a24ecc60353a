import type { Cents } from '../../platform/money.ts';
import type { OutsideOutcome } from '../outcome.ts';
import type { Probe } from '../probe.ts';
import type { PaymentCalls, SettledByBank } from '../payment-calls/port.ts';
import type { PayId } from './pay-id.ts';

/** Rails that reach the accounts of a BSB. It says nothing about one account. */
export type Reach = {
  /** Payments arrive within a minute. */
  readonly isInstant: boolean;
  /** Accounts may be debited by agreements. */
  readonly takesPayTo: boolean;
};

/** Owner of a PayID, as its bank says. */
export type ResolvedPayId = {
  readonly name: string;
  /** Its account, which never leaves the server; null: the provider keeps it, and pays the PayID itself. */
  readonly account: { readonly bsb: string; readonly accountNumber: string } | null;
  /** Name of the bank; null: not told. */
  readonly bank: string | null;
};

/** Person and network address that ask for a PayID, as keyed hashes: some providers count by them. */
export type PayIdAsker = { readonly person: string; readonly address: string };

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
  /**
   * Asks whose a PayID is. Refused: it cannot be paid, whatever the reason; as a limit: too many were asked for. Never
   * throws for faults of the bank. Absent: no PayID is paid.
   */
  resolve?(payId: PayId, asker: PayIdAsker): Promise<OutsideOutcome<ResolvedPayId>>;
  /** Money that comes in. Absent: files alone bring it. */
  readonly incoming?: IncomingMoney;
  /** Signs in and pays nothing. Absent: the sandbox's. */
  readonly probe?: Probe;
};

/** Account by its BSB (6 digits) and number. */
export type BankAccount = { readonly bsb: string; readonly accountNumber: string };

/** Money that the network has brought. It is settled: it cannot be refused, only sent back. */
export type InstantIncoming = {
  /** Number of the transaction in the network, the same at both banks and however often the bank names it. */
  readonly networkId: string;
  /** Number by which the bank sends it back. */
  readonly bankId: string;
  readonly amount: Cents;
  /** In ms. */
  readonly settledAt: number;
  readonly to: BankAccount | { readonly payId: string };
  /** Null: the bank does not say. */
  readonly from: BankAccount | null;
  /** Empty: the payment named no payer. */
  readonly payer: string;
  /** Words of the payer; empty: none. */
  readonly reference: string;
  /** The bank has sent it back, or is sending it back. */
  readonly wentBack: boolean;
};

/** News of the programme's account at the bank. */
export type InstantMovements = {
  readonly incoming: readonly InstantIncoming[];
  /** Money at the bank that payments are made from. */
  readonly balance: Cents;
};

/** Payment of ours that was settled, and that the other bank has sent back. */
export type InstantReturn = {
  /** Number of the return, however often the bank names it. */
  readonly returnId: string;
  /** Number that the payment was settled under. */
  readonly networkId: string;
  /** Money that came back: the whole payment, or a part. */
  readonly amount: Cents;
  /** Reason by ISO 20022; `NARR`: none is known. */
  readonly code: string;
};

/** Money that came by the network, how it is learnt of, and how it goes back. Never throws for faults of the bank. */
export type IncomingMoney = {
  /**
   * All that was settled since a moment, in any order, perhaps more than once. What is settled in the last minutes may
   * be missing.
   */
  movements(sinceMs: number): Promise<OutsideOutcome<InstantMovements>>;
  /** Payments of ours that came back, of those that were made since a moment. */
  returned(madeSinceMs: number): Promise<OutsideOutcome<readonly InstantReturn[]>>;
  /** Sends the whole of a payment back to its payer, once. Done: settled. Pending: under way. Refused: it stays here. */
  sendBack(sent: SentBack): Promise<OutsideOutcome<SettledByBank>>;
  /** Asks whether a payment went back. One that did not go back counts as refused as {@link unknownToBank} says. */
  sentBack(sent: SentBack, agoMs: number): Promise<OutsideOutcome<SettledByBank>>;
  /**
   * Whether a notice is of the bank. It says nothing else: what has changed is asked for.
   *
   * @param rawBody its bytes
   */
  isFromBank(headers: Readonly<Record<string, unknown>>, rawBody: Uint8Array): boolean;
};

/** Incoming payment that goes back. */
export type SentBack = {
  /** Ours, 22 of `A-Z a-z 0-9 - _`. */
  readonly key: string;
  readonly bankId: string;
  readonly amount: Cents;
};
