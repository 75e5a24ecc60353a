/** Digits in their order, twice over, so that a run may pass from 9 to 0. */
const UP = '01234567890123456789';
const DOWN = '98765432109876543210';

/** Matches PINs that thieves guess first: one digit repeated, or a run up or down. */
export function isTrivialPin(digits: string): boolean {
  return /^(\d)\1*$/.test(digits) || UP.includes(digits) || DOWN.includes(digits);
}

/**
 * Whether a PIN of 4 digits may be chosen: no repeats (0000), no runs (1234), not the year of birth and not its day
 * (day and month, in either order).
 * @param birthDate `1990-02-01`; null if it is not known
 */
export function isPinChoosable(pin: string, birthDate: string | null): boolean {
  if (!/^\d{4}$/.test(pin) || isTrivialPin(pin)) return false;
  if (birthDate === null) return true;
  const [year = '', month = '', day = ''] = birthDate.split('-');
  return ![year, `${day}${month}`, `${month}${day}`].includes(pin);
}
