/** ISO 18245 codes of cash: bank counters and ATMs. */
export const CASH_CODES: ReadonlySet<string> = new Set(['6010', '6011']);

/** ISO 18245 codes of shops that a card may be refused in. */
export const SHOP_CODES = {
  gambling: new Set(['7995', '7800', '7801', '7802']),
  // Bars and bottle shops.
  alcohol: new Set(['5813', '5921']),
  // Dating and escort services; teleservices.
  adult: new Set(['7273', '5967']),
  // Quasi-cash: money orders, crypto-currencies and similar.
  crypto: new Set(['6051']),
} as const satisfies Readonly<Record<string, ReadonlySet<string>>>;
