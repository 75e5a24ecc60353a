import type { Language } from '@wattle/contract/rules/languages.ts';
/** Days in Melbourne, both included. */
export type Period = { readonly firstDay: string; readonly lastDay: string };

/** An account that has a holder and history, and how far it is on statements. */
export type StatedAccount = {
  readonly tenantId: number;
  readonly memberAccountId: bigint;
  readonly ledgerAccountId: bigint;
  readonly brandId: number;
  readonly accountNumber: string;
  readonly holderName: string;
  /** Its Latin form; empty where no card bears one. */
  readonly nameOnCard: string;
  readonly language: Language;
  readonly isMonthly: boolean;
  /** Its holder wants statements on paper. */
  readonly isOnPaper: boolean;
  /** Null where no period has been settled. */
  readonly mark: Mark | null;
};

export type Mark = {
  /** Last day that is settled. */
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
  /** Its rows: those with a Sequence above it and up to `lastSeq`. */
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
