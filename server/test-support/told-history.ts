import type { TakenTold } from '../src/features/network/told/take-told.ts';
import type { PurchaseMessage } from '../src/outside/processors/purchase-message.ts';
import { type Dice, oneOf } from './dice.ts';
import { freshReference } from './network.ts';

/** One purchase in the processor's own books, at the end of its events. Cents, without fees of ours. */
export type ProcessorBooks = {
  held: number;
  cleared: number;
  /** Refunds of the purchase that were not reversed. */
  refunded: number;
  /** Corrections: above zero to the cardholder's cost. */
  corrected: number;
};

export type History = {
  readonly purchase: PurchaseMessage;
  /** Asks that are answered while the purchase is open, in their order: before all told events. */
  readonly increments: readonly (PurchaseMessage & { readonly original: string })[];
  readonly told: readonly (TakenTold | Asked)[];
  readonly books: ProcessorBooks;
};

/** An increment that is asked for between told events. */
export type Asked = { readonly did: 'asked'; readonly message: PurchaseMessage };

const KINDS = [
  'part',
  'part',
  'reverse',
  'hold',
  'hold',
  'expire',
  'final',
  'refund',
  'refundBack',
  'correct',
] as const;

const IN_ORDER = [...KINDS, 'increment', 'increment', 'increment'] as const;

export type How = {
  readonly steps: number;
  /** Whether it begins with increments. */
  readonly isIncreased: boolean;
  /** Told in its order: then events may come without a place, behind a first hold, and increments between them. */
  readonly isInOrder: boolean;
};

/** A history of a purchase, as a processor that keeps its own books makes it. Out of order every event has its place. */
export function historyOf(roll: Dice, purchase: PurchaseMessage, { steps, isIncreased, isInOrder }: How): History {
  const books: ProcessorBooks = { held: purchase.amount, cleared: 0, refunded: 0, corrected: 0 };
  const told: (TakenTold | Asked)[] = [];
  const increments: (PurchaseMessage & { original: string })[] = [];
  const refunds: { readonly reference: string; readonly amount: number; isBack: boolean }[] = [];
  let after = 10;
  const place = () => {
    after += 1 + roll(3);
    return isInOrder && roll(2) === 0 ? undefined : after;
  };
  const original = purchase.reference;
  const keyed = () => ({
    key: freshReference(),
    of: original,
    at: '2026-11-20T02:00:00Z',
    after: place(),
  });
  const message = (amount: number, more: Partial<PurchaseMessage> = {}): PurchaseMessage => {
    const { after: _none, ...same } = purchase;
    return { ...same, amount, reference: freshReference(), original, ...more };
  };
  for (let n = 0; isIncreased && n < 1 + roll(2); n += 1) {
    const amount = 1 + roll(3_000);
    increments.push({ ...message(amount), original, after: (after += 1) });
    books.held += amount;
  }
  for (let step = 0; step < steps; step += 1) {
    const kind = isInOrder ? (step === 0 ? 'hold' : oneOf(roll, IN_ORDER)) : oneOf(roll, KINDS);
    if (kind === 'increment') {
      if (books.held === 0) continue;
      const amount = 1 + roll(3_000);
      told.push({ did: 'asked', message: message(amount, { after: place() }) });
      books.held += amount;
      continue;
    }
    if (kind === 'part' || kind === 'final') {
      const amount = 1 + roll(kind === 'part' ? Math.max(1, Math.floor(purchase.amount / 2)) : purchase.amount);
      told.push({ ...keyed(), did: 'cleared', isFinal: kind === 'final', message: message(amount) });
      books.cleared += amount;
      books.held = kind === 'final' ? 0 : Math.max(0, books.held - amount);
    } else if (kind === 'reverse') {
      const left = roll(2) === 0 ? 0 : roll(purchase.amount);
      told.push({ ...keyed(), did: 'reversed', reference: freshReference(), original, left });
      books.held = Math.min(books.held, Math.max(0, left - books.cleared));
    } else if (kind === 'hold') {
      const amount = roll(2) === 0 ? roll(purchase.amount) : purchase.amount + roll(purchase.amount);
      told.push({ ...keyed(), did: 'holdSet', reference: freshReference(), original, amount });
      books.held = amount;
    } else if (kind === 'expire') {
      told.push({ ...keyed(), did: 'expired', reference: freshReference(), original });
      books.held = 0;
    } else if (kind === 'refund' && books.cleared > books.refunded) {
      const amount = 1 + roll(books.cleared - books.refunded);
      const refund = message(amount);
      told.push({ ...keyed(), did: 'refunded', message: refund });
      refunds.push({ reference: refund.reference, amount, isBack: false });
      books.refunded += amount;
    } else if (kind === 'refundBack') {
      const refund = refunds.find(({ isBack }) => !isBack);
      if (!refund) continue;
      refund.isBack = true;
      told.push({ ...keyed(), did: 'refundReversed', refund: refund.reference, message: message(refund.amount) });
      books.refunded -= refund.amount;
    } else if (kind === 'correct') {
      const amount = 1 + roll(500);
      const side = oneOf(roll, ['debit', 'credit'] as const);
      told.push({ ...keyed(), did: 'corrected', side, message: message(amount) });
      books.corrected += side === 'debit' ? amount : -amount;
    }
  }
  return { purchase, increments, told, books };
}

/** The same in another order, some of them twice. */
export function shuffled<T>(roll: Dice, all: readonly T[]): T[] {
  const again = all.filter(() => roll(4) === 0);
  return [...all, ...again]
    .map((one) => ({ one, at: roll(1_000_000) }))
    .toSorted((a, b) => a.at - b.at)
    .map(({ one }) => one);
}
