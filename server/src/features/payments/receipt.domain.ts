import { luhnDigit } from '@wattle/contract/rules/luhn.ts';

const LEAST_DIGITS = 6;

/** Day of the year of `yyyy-MM-dd`, from 1. */
function dayOfYear(day: string): number {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  return (Date.UTC(year, month - 1, date) - Date.UTC(year, 0, 1)) / 86_400_000 + 1;
}

/**
 * Number that a cardholder quotes for a payment: the day (`yyyy-MM-dd`, Melbourne) as YYDDD, the transfer's id in
 * 6 digits or as many as it has, and a check digit.
 */
export function receiptNumber(day: string, transferId: bigint): string {
  const date = day.slice(2, 4) + String(dayOfYear(day)).padStart(3, '0');
  const digits = date + String(transferId).padStart(LEAST_DIGITS, '0');
  return digits + luhnDigit(digits);
}

/** Id of the transfer in a receipt number; undefined if malformed or if the check digit is wrong. */
export function transferIdOf(receipt: string): bigint | undefined {
  const digits = receipt.slice(0, -1);
  const isReceipt = /^\d{12,30}$/.test(receipt) && luhnDigit(digits) === receipt.at(-1);
  return isReceipt ? BigInt(digits.slice('YYDDD'.length)) : undefined;
}
