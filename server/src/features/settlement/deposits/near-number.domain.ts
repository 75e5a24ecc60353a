/** How a number that someone typed differs from one that exists. */
export type Slip = 'oneShort' | 'oneTooMany' | 'oneOther' | 'twoSwapped';

const LENGTH = 9;
const DIGITS = '0123456789';

/** Account numbers that a typed number misses by one slip, each with the slip. Empty if it is too far from one. */
export function nearNumbers(typed: string): ReadonlyMap<string, Slip> {
  const near = new Map<string, Slip>();
  const add = (number: string, slip: Slip) => {
    if (number !== typed && !near.has(number)) near.set(number, slip);
  };
  const places = Array.from({ length: typed.length + 1 }, (_, place) => place);
  if (!/^\d+$/.test(typed)) return near;
  if (typed.length === LENGTH - 1) {
    for (const place of places)
      for (const digit of DIGITS) add(typed.slice(0, place) + digit + typed.slice(place), 'oneShort');
  }
  if (typed.length === LENGTH + 1) {
    for (const place of places.slice(0, -1)) add(typed.slice(0, place) + typed.slice(place + 1), 'oneTooMany');
  }
  if (typed.length === LENGTH) {
    for (const place of places.slice(0, -2)) {
      const [a = '', b = ''] = typed.slice(place, place + 2);
      add(typed.slice(0, place) + b + a + typed.slice(place + 2), 'twoSwapped');
    }
    for (const place of places.slice(0, -1))
      for (const digit of DIGITS) add(typed.slice(0, place) + digit + typed.slice(place + 1), 'oneOther');
  }
  return near;
}
