import type { OutsideOutcome } from '../outcome.ts';

/** Kind of the money of a line. `funded`: paid into or out of the programme's balance at the processor. */
export type SettledAs = 'cleared' | 'refunded' | 'disputed' | 'interchange' | 'fee' | 'funded' | 'other';

/** A line of a processor's settlement of a day. */
export type SettledLine = {
  /** The processor's id of what is settled. */
  readonly id: string;
  readonly as: SettledAs;
  /**
   * References under which the books may have it: of purchases and refunds ours (`p-…`), of a dispute the processor's
   * id. Several where one line settles several events; those that the books have make up its amount.
   */
  readonly references: readonly string[];
  /** Signed cents: above zero is money for the programme. */
  readonly cents: number;
};

/** Lines of a day, page by page: `next` is undefined on the last one. */
export type SettlementPage = {
  readonly lines: readonly SettledLine[];
  readonly next?: string;
  /** Signed cents of all lines of all pages, where the processor says their sum. */
  readonly net?: number;
  /** Cents that were held for purchases on the day, where the processor says them. */
  readonly authorised?: number;
};

/** A processor's settlement of a day. */
export type Settlements = {
  /** IANA zone of its days. */
  readonly zone: string;
  /** Whether the net of each day is paid with the programme's bank; otherwise its balance at the processor changes. */
  readonly paysNet: boolean;
  /** Lines of a day, `2026-11-20`. Pending: the processor has not finished them, and is asked again. */
  read(day: string, next?: string): Promise<OutsideOutcome<SettlementPage>>;
};
