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

/** How a number may differ by more than one slip and still be meant. */
export type Gap = 'twoApart' | 'groupsSwapped' | 'oneGroup';

const GROUP = 3;

/**
 * Account numbers that a typed number misses by more than one slip: two digits of it swapped that are apart, two of its
 * groups of three swapped, or one group that is another. A group that is another leaves so many numbers that only a
 * name makes one of them likely.
 */
export function farNumbers(typed: string): ReadonlyMap<string, Gap> {
  const far = new Map<string, Gap>();
  if (typed.length !== LENGTH || !/^\d+$/.test(typed)) return far;
  const near = nearNumbers(typed);
  const add = (number: string, gap: Gap) => {
    if (number !== typed && !near.has(number) && !far.has(number)) far.set(number, gap);
  };
  for (let first = 0; first < LENGTH; first += 1)
    for (let second = first + 2; second < LENGTH; second += 1) {
      const digits = [...typed];
      [digits[first], digits[second]] = [digits[second] ?? '', digits[first] ?? ''];
      add(digits.join(''), 'twoApart');
    }
  const [a, b, c] = [typed.slice(0, GROUP), typed.slice(GROUP, 2 * GROUP), typed.slice(2 * GROUP)];
  for (const number of [b + a + c, a + c + b, c + b + a]) add(number, 'groupsSwapped');
  for (let group = 0; group < 1_000; group += 1) {
    const other = String(group).padStart(GROUP, '0');
    for (const number of [other + b + c, a + other + c, a + b + other]) add(number, 'oneGroup');
  }
  return far;
}
