/** Whether an address of a country needs a post code. Of other countries, some have none, so it may be left out. */
export function needsPostCode(country: string): boolean {
  return country === 'AU' || country === 'NZ';
}
