import { isTrivialPin } from './trivial-pin.ts';

/**
 * Whether a PIN of 4 digits may be chosen: no repeats (0000), no runs (1234), not the year of birth and not its day
 * (day and month, in either order).
 * @param birthDate `1990-02-01`; null where it is not known
 */
export function isPinChoosable(pin: string, birthDate: string | null): boolean {
  if (!/^\d{4}$/.test(pin) || isTrivialPin(pin)) return false;
  if (birthDate === null) return true;
  const [year = '', month = '', day = ''] = birthDate.split('-');
  return ![year, `${day}${month}`, `${month}${day}`].includes(pin);
}
