import type { OutsideOutcome } from '../outcome.ts';

/** One card to be made and mailed. */
export type PlasticOrder = {
  /** The same for every attempt; names the file. */
  readonly reference: string;
  /** Digits. The maker computes the security code with keys of its own, so that none is sent. */
  readonly cardNumber: string;
  /** `yyyy-MM`. */
  readonly expiry: string;
  readonly embossedName: string;
  readonly product: string;
  readonly brand: string;
  readonly scheme: string;
  readonly address: readonly string[];
};

/** Maker of plastic cards. No call throws for faults of the other side. */
export type CardMaker = {
  /** Orders a card. Sent again under the same reference, it is ordered once. */
  order(order: PlasticOrder): Promise<OutsideOutcome<null>>;
};
