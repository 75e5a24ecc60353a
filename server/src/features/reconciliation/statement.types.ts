/** Accounts of the books that someone else keeps too. */
export const COMPARED_ACCOUNTS = ['bank', 'schemeSettlement', 'gateway'] as const;
export type ComparedAccount = (typeof COMPARED_ACCOUNTS)[number];

/** Line of a statement. */
export type StatementLine = {
  readonly line: number;
  /** `2026-11-20`. */
  readonly day: string;
  /** Signed cents: above zero is money for us. */
  readonly cents: bigint;
  /** Empty if there is none. */
  readonly reference: string;
  readonly words: string;
};

export type Statement = {
  readonly lines: readonly StatementLine[];
  /** Signed cents; null: it says none. */
  readonly opening: bigint | null;
  readonly closing: bigint | null;
  /** Number of our account, as it is written; empty if it says none. */
  readonly accountNumber: string;
};

/** A statement, or why it cannot be read. */
export type ReadStatement =
  | { readonly ok: true; readonly statement: Statement }
  | { readonly ok: false; readonly problem: string };
