import type { OutsideOutcome } from '../outcome.ts';
import type { Probe } from '../probe.ts';

/** Card to be made and mailed. */
export type PlasticOrder = {
  /** The same for every attempt; names the file. */
  readonly reference: string;
  /** Digits. The manufacturer computes the security code with its own keys, so none is sent. */
  readonly cardNumber: string;
  /** `yyyy-MM`. */
  readonly expiry: string;
  readonly embossedName: string;
  readonly product: string;
  readonly brand: string;
  readonly scheme: string;
  readonly address: readonly string[];
};

/** Manufacturer of plastic cards. No call throws for faults of the other side. */
export type CardMaker = {
  /** Orders a card. A repetition with the same reference orders nothing. */
  order(order: PlasticOrder): Promise<OutsideOutcome<null>>;
  /** Signs in and lists what is there. Absent: of a test. */
  readonly probe?: Probe | undefined;
};
