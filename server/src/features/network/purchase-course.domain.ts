import type { Channel } from '@wattle/contract/transactions/transaction.ts';

/** Cents. */
type Amount = bigint;

/** Statement of a clearing about the rest of its purchase, and the channel of the purchase. */
export type Ending = { readonly isFinal: boolean | undefined; readonly channel: Channel };

/**
 * Whether what a clearing leaves of its purchase is still to come. A shop online sends parcel by parcel; a terminal
 * settles once.
 */
export function staysOpen({ isFinal, channel }: Ending): boolean {
  return isFinal === undefined ? channel === 'online' || channel === 'manual' : !isFinal;
}

/** Amount that stays held after a clearing. */
export function heldAfterClearing(held: Amount, amount: Amount, ending: Ending): Amount {
  return amount < held && staysOpen(ending) ? held - amount : 0n;
}

/** Amount that stays held after a reversal down to `keep`, the new amount of the purchase including its clearings. */
export function heldAfterReversal(cleared: Amount, keep: Amount): Amount {
  return keep > cleared ? keep - cleared : 0n;
}

/** Follow-ups of a purchase that came before its authorisation. */
export type Early = {
  /** The least that a reversal leaves of it; undefined: none came. */
  readonly keep: Amount | undefined;
  readonly clearings: readonly { readonly amount: Amount; readonly isFinal: boolean | undefined }[];
};

export type Start = {
  readonly status: 'approved' | 'cleared' | 'reversed';
  readonly held: Amount;
  readonly cleared: Amount;
};

/** How an approved purchase begins. */
export function startOf(amount: Amount, channel: Channel, early: Early | undefined): Start {
  if (!early) return { status: 'approved', held: amount, cleared: 0n };
  const cleared = early.clearings.reduce((sum, one) => sum + one.amount, 0n);
  const isEnded = early.clearings.some(({ isFinal }) => !staysOpen({ isFinal, channel }));
  const authorised = early.keep !== undefined && early.keep < amount ? early.keep : amount;
  const held = isEnded ? 0n : heldAfterReversal(cleared, authorised);
  if (held > 0n) return { status: 'approved', held, cleared };
  return { status: cleared > 0n ? 'cleared' : 'reversed', held, cleared };
}
