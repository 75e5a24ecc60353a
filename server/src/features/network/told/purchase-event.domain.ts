import { type Cents, least } from '../../../platform/money.ts';

/**
 * An event of a purchase in its processor's order. `cents`: added by an increment, cleared, left of the whole purchase
 * by a reversal, or held.
 */
export type PurchaseEvent = {
  readonly kind: 'increment' | 'clearing' | 'reversal' | 'expiry' | 'hold';
  /** By `placeOf`. */
  readonly place: bigint;
  readonly cents: Cents;
  /** The last clearing. */
  readonly isFinal: boolean;
};

export type Course = {
  readonly held: Cents;
  readonly cleared: Cents;
  /** How it ended; null: it is open. */
  readonly ended: 'cleared' | 'reversed' | 'expired' | null;
};

/** Order within a place. A processor reports with an event the hold after it, so a hold comes last. */
const WITHIN_A_PLACE: readonly PurchaseEvent['kind'][] = ['increment', 'clearing', 'reversal', 'expiry', 'hold'];

/** In the processor's order. Events of one place and kind stay in the order of their arrival. */
function inOrder(events: readonly PurchaseEvent[]): PurchaseEvent[] {
  const rank = ({ kind }: PurchaseEvent) => WITHIN_A_PLACE.indexOf(kind);
  return events.toSorted((a, b) => (a.place === b.place ? rank(a) - rank(b) : a.place < b.place ? -1 : 1));
}

const above = (cents: Cents): Cents => (cents > 0n ? cents : 0n);

function after(course: Course, { kind, cents, isFinal }: PurchaseEvent): Course {
  const { held, cleared, ended } = course;
  switch (kind) {
    case 'increment':
      return ended === null ? { ...course, held: held + cents } : course;
    case 'clearing': {
      const left = isFinal ? 0n : above(held - cents);
      return { held: left, cleared: cleared + cents, ended: left === 0n ? (ended ?? 'cleared') : ended };
    }
    case 'reversal': {
      const left = least(held, above(cents - cleared));
      return { held: left, cleared, ended: left === 0n ? (ended ?? 'reversed') : ended };
    }
    case 'expiry':
      return { held: 0n, cleared, ended: ended ?? 'expired' };
    case 'hold':
      // What is held again is open again, however it had ended.
      return { held: cents, cleared, ended: cents > 0n ? null : (ended ?? 'reversed') };
  }
}

/** Where the events leave a purchase, whatever the order of their arrival. */
export function courseAfter(start: Course, events: readonly PurchaseEvent[]): Course {
  return inOrder(events).reduce(after, start);
}

/** Where the events up to a place leave a purchase. */
export function courseAt(place: bigint, start: Course, events: readonly PurchaseEvent[]): Course {
  return courseAfter(
    start,
    events.filter((event) => event.place <= place),
  );
}

/** Events without a place that find room behind one with a place. The largest safe integer times this is a bigint. */
const ROOM = 1024n;

/** Whether a place is the processor's. */
export const isTold = (place: bigint): boolean => place % ROOM === 0n;

/**
 * Place of an event. One that was sent without a place comes after all that are known, and before the next place of the
 * processor.
 */
export function placeOf(told: number | bigint | undefined, events: readonly PurchaseEvent[]): bigint {
  if (told !== undefined) return BigInt(told) * ROOM;
  return events.reduce((last, { place }) => (place > last ? place : last), 0n) + 1n;
}
