export type TopupSettings = {
  /** Business days until a bank transfer is on the card, at most. */
  readonly bankDays: number;
  /** How long the code of a voucher, once given, need not be given again. */
  readonly voucherCheckMs: number;
  /** Payment links of an account: how many can be open at the same time, and how many are shown. */
  readonly links: { readonly openMost: number; readonly shown: number };
  readonly auto: AutoTopupSettings;
};

export type AutoTopupSettings = {
  /** Business days from the day of a debit's file to the money on the card. */
  readonly creditDays: number;
  /**
   * Business days until the 1-cent deposit arrives, days for which its code is valid, and how often it may be wrong.
   */
  readonly depositDays: number;
  readonly codeDays: number;
  readonly codeTries: number;
  /** New bank accounts that an account is given in a day. */
  readonly banksADay: number;
  /** How often a debit that was referred is tried again in a row, and business days in between. */
  readonly retries: number;
  readonly retryDays: number;
  /** Cents by which the buttons step, and of the deposit with the code. */
  readonly step: bigint;
  readonly deposit: bigint;
  /** Top-ups that the page lists. */
  readonly pastShown: number;
};

/**
 * Top-ups by bank, voucher, payment link (docs/areas/top-ups.md, "Payment links tell nothing about the account") and
 * automatically (docs/areas/top-ups.md, "An automatic top-up fires in the posting").
 */
export const TOPUP: TopupSettings = {
  bankDays: 2,
  voucherCheckMs: 10 * 60_000,
  links: { openMost: 10, shown: 20 },
  auto: {
    creditDays: 3,
    depositDays: 3,
    codeDays: 30,
    codeTries: 5,
    banksADay: 3,
    retries: 2,
    retryDays: 1,
    step: 100_00n,
    deposit: 1n,
    pastShown: 6,
  },
};
