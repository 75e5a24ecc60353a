import { hash } from 'node:crypto';
import type { Cents } from '../platform/money.ts';
import type { HoldId, LedgerAccountId, TransferId } from './ledger.ts';

const HASH_DIGITS = 32;

/**
 * Hash of a transfer's payload. It leaves out the times, because a retry at a later time is the same
 * payment. It uses only values that the rows hold, so that verify can compute it again.
 */
export function transferHash(payload: {
  readonly debit: LedgerAccountId;
  readonly credit: LedgerAccountId;
  readonly amount: Cents;
  readonly code: number;
  readonly forced: boolean;
  /** The hold that the transfer captures. */
  readonly hold: HoldId | null;
  /** The transfer that it reverses. */
  readonly reverses: TransferId | null;
}): string {
  const { debit, credit, amount, code, forced, hold, reverses } = payload;
  const taken = reverses === null ? '' : `|${reverses}`;
  return digest(`transfer|${debit}|${credit}|${amount}|${code}|${forced}|${hold ?? ''}${taken}`);
}

/** Hash of a hold's payload. */
export function holdHash(payload: {
  readonly account: LedgerAccountId;
  readonly amount: Cents;
  readonly forced: boolean;
  readonly tolerance: Cents;
  readonly tolerancePoints: number;
}): string {
  const { account, amount, forced, tolerance, tolerancePoints } = payload;
  const room = tolerance > 0n || tolerancePoints > 0 ? `|${tolerance}|${tolerancePoints}` : '';
  return digest(`hold|${account}|${amount}|${forced}${room}`);
}

/** Hash of the payload of an addition to a hold. */
export function additionHash(payload: { readonly hold: HoldId; readonly amount: Cents }): string {
  return digest(`addition|${payload.hold}|${payload.amount}`);
}

/** The first 16 bytes, hexadecimal. */
function digest(text: string): string {
  return hash('sha256', text, 'hex').slice(0, HASH_DIGITS);
}
