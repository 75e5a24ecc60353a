/** What a sum of an account is called, and the first day of its period. */
export type Sum = { readonly counter: string; readonly since: string };

/** All payments of a Melbourne day by BPAY and transfers. */
export function dailySum(day: string): Sum {
  return { counter: 'dailyPayments', since: day };
}

/** The transfers of a category in the month of a day. */
export function categorySum(category: number, day: string): Sum {
  return { counter: `transferCategory ${category}`, since: `${day.slice(0, 7)}-01` };
}

/** What a biller is paid in a day, by its code in the directory. */
export function billerSum(code: string, day: string): Sum {
  return { counter: `biller ${code.replace(/^0+(?=\d)/, '')}`, since: day };
}

type Counted = {
  readonly kind: 'internal' | 'external' | 'bpay' | 'return';
  readonly purpose: number | null;
  readonly billerCode: string;
};

/**
 * The sums that a payment counted towards on a day, which get it back when it ends unpaid. A return of funds and what
 * the programme pays out, which has no purpose, count towards none.
 */
export function countedSums({ kind, purpose, billerCode }: Counted, day: string): readonly Sum[] {
  if (kind === 'internal') return [dailySum(day)];
  if (kind === 'bpay') return [dailySum(day), billerSum(billerCode, day)];
  return kind === 'return' || purpose === null ? [] : [dailySum(day), categorySum(purpose, day)];
}
