import type { Channel } from '@wattle/contract/transactions/transaction.ts';
import { type Course, courseAfter, type PurchaseEvent } from './told/purchase-event.domain.ts';

/** Cents. */
type Amount = bigint;

/** Whether a clearing declares itself final, and the channel of the purchase. */
export type Ending = { readonly isFinal: boolean | undefined; readonly channel: Channel };

/**
 * Whether the rest of a purchase stays held after a clearing. An online shop clears parcel by parcel, a terminal
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

/** A purchase that a clearing takes, before it. */
export type Taken = {
  readonly held: Amount;
  readonly cleared: Amount;
  /** Amount that was wanted, where less was approved. */
  readonly wanted: Amount | null;
  /** Part of it that was asked for in cash. */
  readonly cash: Amount | null;
};

/**
 * Facts that the row of a clearing shows besides its amount. A clearing in parts says nothing about the whole. Undefined
 * `purchase`: nothing was held.
 */
export function partOf(amount: Amount, cash: Amount | null, purchase: Taken | undefined) {
  const first = purchase?.cleared === 0n ? purchase : undefined;
  const isWhole = first?.held === amount;
  const paidOut = cash ?? (isWhole ? first.cash : null);
  return {
    asked: isWhole ? first.wanted : null,
    approved: first && amount > first.held ? first.held : null,
    cash: paidOut !== null && paidOut > 0n && paidOut <= amount ? paidOut : null,
  };
}

/** An event that its processor has put in an order. */
export type PlacedEvent = PurchaseEvent & {
  readonly reference: string;
  /** Whether it is among the events of the purchase already. */
  readonly isKept: boolean;
};

/** Follow-ups of a purchase that arrived before its authorisation. */
export type Early = {
  /** The lowest amount that a reversal leaves; undefined where none arrived. */
  readonly keep: Amount | undefined;
  readonly clearings: readonly { readonly amount: Amount; readonly isFinal: boolean | undefined }[];
  /** Events that the processor has put in an order. They follow those above. */
  readonly placed: readonly PlacedEvent[];
  /** Whether our approval came after the deadline, so that the shop was declined. */
  readonly isTooLate: boolean;
};

export type Start = {
  readonly status: 'approved' | 'cleared' | 'reversed';
  readonly held: Amount;
  readonly cleared: Amount;
};

/** Initial state of an approved purchase. */
export function startOf(amount: Amount, channel: Channel, early: Early | undefined): Start {
  if (!early) return { status: 'approved', held: amount, cleared: 0n };
  const { held, cleared } = courseAfter(courseBefore(amount, channel, early), early.placed);
  if (held > 0n) return { status: 'approved', held, cleared };
  return { status: cleared > 0n ? 'cleared' : 'reversed', held, cleared };
}

/** The same before the events that have an order. */
export function courseBefore(amount: Amount, channel: Channel, early: Early): Course {
  const cleared = early.clearings.reduce((sum, one) => sum + one.amount, 0n);
  const isEnded = early.clearings.some(({ isFinal }) => !staysOpen({ isFinal, channel }));
  const authorised = early.keep !== undefined && early.keep < amount ? early.keep : amount;
  const held = isEnded ? 0n : heldAfterReversal(cleared, authorised);
  return { held, cleared, ended: held > 0n ? null : cleared > 0n ? 'cleared' : 'reversed' };
}
