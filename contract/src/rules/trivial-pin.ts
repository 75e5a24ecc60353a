/** Digits in their order, twice over, so that a run may pass from 9 to 0. */
const UP = '01234567890123456789';
const DOWN = '98765432109876543210';

/** Matches PINs that are guessed first: one digit repeated, or a run up or down. */
export function isTrivialPin(digits: string): boolean {
  return /^(\d)\1*$/.test(digits) || UP.includes(digits) || DOWN.includes(digits);
}
