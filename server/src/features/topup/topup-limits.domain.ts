import type { Cents } from '../../platform/money.ts';

/** Amounts that limit how much can be loaded. Cents. */
export type Room = {
  readonly balance: Cents;
  readonly maxBalance: Cents;
  /** Smallest and largest amount of one top-up. */
  readonly least: Cents;
  readonly most: Cents;
  readonly onItsWay: Cents;
};

/** How much can be loaded now: the maximum balance less the balance and less what is in flight, at least 0. */
export function available({ balance, maxBalance, onItsWay }: Pick<Room, 'balance' | 'maxBalance' | 'onItsWay'>): Cents {
  const room = maxBalance - balance - onItsWay;
  return room > 0n ? room : 0n;
}

/** The largest of some amounts; 0 without any. */
export function largestOf(amounts: readonly Cents[]): Cents {
  return amounts.reduce((most, amount) => (amount > most ? amount : most), 0n);
}

/** Fee for one top-up by card, both shown and charged. */
export function feeOf(products: readonly { readonly topUpFee: number }[]): Cents {
  return largestOf(products.map(({ topUpFee }) => BigInt(topUpFee)));
}
