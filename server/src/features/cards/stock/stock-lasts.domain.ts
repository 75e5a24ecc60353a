/** Days over which the use of stock is averaged. */
export const STOCK_DAYS = 56;

/** Days for which stock lasts at the use of the last 8 weeks, rounded down; null: nothing was used. */
export function stockLasts(unused: number, used: number): number | null {
  return used === 0 ? null : Math.floor((unused * STOCK_DAYS) / used);
}
