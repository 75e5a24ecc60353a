/** An account number or reference in the form for comparisons, without the characters that banks ignore. */
export function comparableNumber(typed: string): string {
  return typed
    .replace(/[\s-]/g, '')
    .toUpperCase()
    .replace(/^0+(?=.)/, '');
}
