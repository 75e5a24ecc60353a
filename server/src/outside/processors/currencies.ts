/** ISO 4217: currencies whose smallest unit is not a hundredth. */
const EXPONENTS: ReadonlyMap<string, number> = new Map([
  ...'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF'.split(' ').map((code) => [code, 0] as const),
  ...'BHD IQD JOD KWD LYD OMR TND'.split(' ').map((code) => [code, 3] as const),
  ...'CLF UYW'.split(' ').map((code) => [code, 4] as const),
]);

/** How many digits of an amount in the smallest unit of a currency are behind the point. */
export function exponentOf(currency: string): number {
  return EXPONENTS.get(currency) ?? 2;
}
