export type TopupSettings = {
  /** Banking days until a bank transfer is on the card, at most. */
  readonly bankDays: number;
  /** How long the code of a voucher, once given, need not be given again. */
  readonly voucherCheckMs: number;
};

/** decisions.md, “Bank details for top-up” and “Vouchers”. */
export const TOPUP: TopupSettings = { bankDays: 2, voucherCheckMs: 10 * 60_000 };
