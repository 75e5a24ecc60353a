/**
 * Luhn's check digit (ISO/IEC 7812-1, Annex B; BPAY's MOD10V01): of card numbers, receipts and customer
 * reference numbers. `digits` holds nothing but digits.
 */
export function luhnDigit(digits: string): string {
  let sum = 0;
  for (let fromRight = 1; fromRight <= digits.length; fromRight += 1) {
    const digit = Number(digits[digits.length - fromRight]);
    const weighed = fromRight % 2 === 1 ? digit * 2 : digit;
    sum += weighed > 9 ? weighed - 9 : weighed;
  }
  return String((10 - (sum % 10)) % 10);
}

/** Whether the last of the digits is the check digit of those before it. */
export function passesLuhn(digits: string): boolean {
  return luhnDigit(digits.slice(0, -1)) === digits.at(-1);
}
