/** An account number or reference in the form in which two are compared: banks ignore what it leaves out. */
export function comparableNumber(typed: string): string {
  return typed
    .replace(/[\s-]/g, '')
    .toUpperCase()
    .replace(/^0+(?=.)/, '');
}
