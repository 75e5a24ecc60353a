const LEAST_DIGITS = 6;

/** The check digit that Luhn's rule asks for behind these digits. */
export function checkDigitOf(digits: string): string {
  let sum = 0;
  for (let fromRight = 1; fromRight <= digits.length; fromRight += 1) {
    const digit = Number(digits[digits.length - fromRight]);
    const weighed = fromRight % 2 === 1 ? digit * 2 : digit;
    sum += weighed > 9 ? weighed - 9 : weighed;
  }
  return String((10 - (sum % 10)) % 10);
}

/** 1 for the first of January, of a day `yyyy-MM-dd`. */
function dayOfYear(day: string): number {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  return (Date.UTC(year, month - 1, date) - Date.UTC(year, 0, 1)) / 86_400_000 + 1;
}

/**
 * What a cardholder quotes for a payment: the day (`yyyy-MM-dd`, Melbourne) as YYDDD, the transfer's id in
 * 6 digits or as many as it has, and a check digit.
 */
export function receiptNumber(day: string, transferId: bigint): string {
  const date = day.slice(2, 4) + String(dayOfYear(day)).padStart(3, '0');
  const digits = date + String(transferId).padStart(LEAST_DIGITS, '0');
  return digits + checkDigitOf(digits);
}
