import { createHash } from 'node:crypto';
import type { Cents } from '../platform/money.ts';
import type { HoldId, LedgerAccountId } from './ledger.ts';

const HASH_BYTES = 16;

/**
 * What a transfer's key stands for. The times are left out: a client that retries later means the
 * same payment. Made only of what the rows hold, so that verify can compute it again from them.
 */
export function transferHash(payload: {
  readonly debit: LedgerAccountId;
  readonly credit: LedgerAccountId;
  readonly amount: Cents;
  readonly code: number;
  readonly forced: boolean;
  /** The hold that the transfer captures. */
  readonly hold: HoldId | null;
}): Buffer {
  const { debit, credit, amount, code, forced, hold } = payload;
  return digest(`transfer|${debit}|${credit}|${amount}|${code}|${forced}|${hold ?? ''}`);
}

/** What a hold's key stands for. */
export function holdHash(payload: {
  readonly account: LedgerAccountId;
  readonly amount: Cents;
  readonly forced: boolean;
}): Buffer {
  return digest(`hold|${payload.account}|${payload.amount}|${payload.forced}`);
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest().subarray(0, HASH_BYTES);
}
