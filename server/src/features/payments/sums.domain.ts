/** Name of an account's sum, and the first day of its period. */
export type Sum = { readonly counter: string; readonly since: string };

/** All payments of a Melbourne day by BPAY and transfers. */
export function dailySum(day: string): Sum {
  return { counter: 'dailyPayments', since: day };
}

/** The transfers of a category in the month of a day. */
export function categorySum(category: number, day: string): Sum {
  return { counter: `transferCategory ${category}`, since: `${day.slice(0, 7)}-01` };
}

/** Sum of payments to one destination without proof, in a day. */
export function unprovedSum(destination: string, day: string): Sum {
  return { counter: `unproved:${destination}`, since: day };
}

/** Sum of payments to a biller in a day, by its code in the directory. */
export function billerSum(code: string, day: string): Sum {
  return { counter: `biller ${code.replace(/^0+(?=\d)/, '')}`, since: day };
}
