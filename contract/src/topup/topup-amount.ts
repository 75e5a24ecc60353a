import * as z from 'zod/mini';

/** In floating point 0.29 × 100 is not 29, so the nearest cent is compared. */
const isWholeCents = (dollars: number) => Math.abs(dollars * 100 - Math.round(dollars * 100)) < 1e-6;

/** The widest range of an amount; the account's own limits stand within it. */
export const TOPUP_AMOUNT = { least: 0, most: 10_000 } as const;

/** Amount of a top-up: dollars above 0, up to 10,000, with at most 2 decimals. */
export const topupAmount = z
  .number('nan')
  .check(z.gt(TOPUP_AMOUNT.least, 'gtZero'), z.lte(TOPUP_AMOUNT.most, 'ltLimit'), z.refine(isWholeCents, 'nan'));
