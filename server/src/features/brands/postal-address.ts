import { needsPostCode } from '@wattle/contract/rules/post-code.ts';
import { iso31661 } from 'iso-3166';

const COUNTRIES: ReadonlySet<string> = new Set(iso31661.map(({ alpha2 }) => alpha2));

/** True: a code that ISO 3166-1 assigns. `UK`, which people write, is not assigned: the United Kingdom is `GB`. */
export function isCountry(code: string): boolean {
  return COUNTRIES.has(code);
}

type Range = readonly [from: number, to: number];

/** Australian post codes by state, boxes and large receivers included. */
const RANGES: Readonly<Record<string, readonly Range[]>> = {
  NSW: [
    [1000, 2599],
    [2619, 2899],
    [2921, 2999],
  ],
  ACT: [
    [200, 299],
    [2600, 2618],
    [2900, 2920],
  ],
  VIC: [
    [3000, 3999],
    [8000, 8999],
  ],
  QLD: [
    [4000, 4999],
    [9000, 9999],
  ],
  SA: [[5000, 5999]],
  WA: [[6000, 6999]],
  TAS: [[7000, 7999]],
  NT: [[800, 999]],
};

/** Post codes whose delivery area crosses a border, with the states beside that of their range. */
const ACROSS: Readonly<Record<string, readonly string[]>> = {
  '0872': ['SA', 'WA'],
  '2406': ['QLD'],
  '2540': ['ACT'],
  '2611': ['NSW'],
  '2618': ['NSW'],
  '2620': ['ACT'],
  '2648': ['VIC'],
  '3500': ['NSW'],
  '3585': ['NSW'],
  '3586': ['NSW'],
  '3644': ['NSW'],
  '3691': ['NSW'],
  '3707': ['NSW'],
  '4375': ['NSW'],
  '4377': ['NSW'],
  '4380': ['NSW'],
  '4383': ['NSW'],
  '4385': ['NSW'],
  '4825': ['NT'],
};

/** Codes of an address as the wire writes them. */
export type Address = { readonly CountryCode: string; readonly State: string; readonly PostCode: string };

/**
 * Post code with the zero that a spreadsheet took, where state and country leave no doubt: `800` of the Northern
 * Territory is `0800`.
 */
export function restoredPostCode({ CountryCode, State, PostCode }: Address): string {
  const isShort = CountryCode === 'AU' && /^[289]\d\d$/.test(PostCode);
  return isShort && isPostCodeOf({ CountryCode, State, PostCode: `0${PostCode}` }) && RANGES[State] !== undefined
    ? `0${PostCode}`
    : PostCode;
}

/**
 * Whether a post code is valid in its country and state. Of Australia it is known by state, of New Zealand by its
 * digits; elsewhere any text is, also none where a country has no post codes.
 */
export function isPostCodeOf({ CountryCode, State, PostCode }: Address): boolean {
  if (!needsPostCode(CountryCode)) return true;
  if (!/^\d{4}$/.test(PostCode)) return false;
  const ranges = CountryCode === 'AU' ? RANGES[State] : undefined;
  if (ranges === undefined || ACROSS[PostCode]?.includes(State)) return true;
  const number = Number(PostCode);
  return ranges.some(([from, to]) => number >= from && number <= to);
}
