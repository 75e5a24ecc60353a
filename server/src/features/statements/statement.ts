import type { Language } from '@wattle/contract/rules/languages.ts';
/** Melbourne days, both inclusive. */
export type Period = { readonly firstDay: string; readonly lastDay: string };

/** Account with a holder and history, and its progress of statements. */
export type StatedAccount = {
  readonly tenantId: number;
  readonly memberAccountId: bigint;
  readonly ledgerAccountId: bigint;
  readonly brandId: number;
  readonly accountNumber: string;
  readonly holderName: string;
  /** Latin form of the name; empty if no card has one. */
  readonly nameOnCard: string;
  readonly language: Language;
  readonly isMonthly: boolean;
  /** True: its holder wants paper statements. */
  readonly isOnPaper: boolean;
  /** Null: no period was settled. */
  readonly mark: Mark | null;
};

export type Mark = {
  /** Last settled day. */
  readonly lastDay: string;
  readonly lastSeq: bigint;
  /** Cents. */
  readonly closing: bigint;
};

/** Sums in cents, at or above zero. */
export type Charges = { readonly fees: bigint; readonly interest: bigint; readonly tax: bigint };

/** Content of a statement besides its rows. */
export type Summary = {
  readonly period: Period;
  /** Rows with a Sequence above it and up to `lastSeq`. */
  readonly afterSeq: bigint;
  readonly lastSeq: bigint;
  readonly opening: bigint;
  readonly closing: bigint;
  readonly credited: bigint;
  readonly debited: bigint;
  readonly ofPeriod: Charges;
  /** From 1 July to the end of the period. */
  readonly ofYear: Charges;
};
