import { digitsText } from './typed-text.ts';

/** Nine stars in three groups: a tax file number that is known. Accepted back unchanged. */
export const MASKED_TAX_FILE_NUMBER = '*** *** ***';

const WEIGHTS: Readonly<Record<number, readonly number[]>> = {
  8: [10, 7, 8, 4, 6, 3, 5, 1],
  9: [10, 7, 8, 4, 6, 3, 5, 2, 1],
};

/** Names of texts in texts/<locale>/validation.json. */
export type TaxFileNumberProblem = 'taxFileNumberLengthValid' | 'taxFileNumberValid';

/** Problem of a tax file number: its length, its checksum modulo 11, or that it is all zeros. */
export function checkTaxFileNumber(typed: string): TaxFileNumberProblem | null {
  const digits = digitsText(typed);
  const weights = WEIGHTS[digits.length];
  if (!weights || !/^\d+$/.test(digits)) return 'taxFileNumberLengthValid';
  const sum = weights.reduce((total, weight, index) => total + weight * Number(digits[index]), 0);
  return sum === 0 || sum % 11 !== 0 ? 'taxFileNumberValid' : null;
}
