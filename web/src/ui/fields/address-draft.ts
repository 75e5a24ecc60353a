import { needsPostCode } from '@wattle/contract/rules/post-code.ts';
import { isBlank, lineText } from '@wattle/contract/rules/typed-text.ts';
/** Parts of an address that is being searched or typed. */
export type AddressPart = 'line1' | 'line2' | 'suburb' | 'state' | 'postcode' | 'country';
/** `way` is `search`, or `typed` once the fields are shown. */
export type AddressName = AddressPart | 'search' | 'way';
export type AddressDraft = Readonly<Record<AddressName, string>>;
export type FoundAddress = Readonly<Partial<Record<AddressPart, string>>>;

/** Maximum characters of each part; the server sends them, and these are its defaults. */
export type AddressLimits = Readonly<Record<'line1' | 'line2' | 'state' | 'postcode', number>>;
export const ADDRESS_LIMITS: AddressLimits = { line1: 32, line2: 32, state: 18, postcode: 9 };

export function emptyAddress(country: string): AddressDraft {
  return { way: 'search', search: '', line1: '', line2: '', suburb: '', state: '', postcode: '', country };
}

/** Parts with a maximum length, and their lengths. A suburb has none. */
function lengthsOf({ line1, line2, state, postcode }: AddressLimits) {
  return { line1, line2, suburb: line1, state, postcode };
}

const lengthOf = (text: string) => [...text].length;

/**
 * Splits a text over two lines, between words. The rest stays complete in the second line, where the check reports it.
 */
function inTwoLines(text: string, longest: number): readonly [string, string] {
  const words = text.split(/\s+/).filter((word) => word !== '');
  let count = words.length;
  while (count > 1 && lengthOf(words.slice(0, count).join(' ')) > longest) count -= 1;
  return [words.slice(0, count).join(' '), words.slice(count).join(' ')];
}

/**
 * Parts of a found address: a first line that is too long continues in the second one, and nothing is truncated.
 * Missing parts become empty, except the country.
 */
export function partsOfFound(found: FoundAddress, limits: AddressLimits): FoundAddress {
  const [line1, rest] = inTwoLines(found.line1 ?? '', limits.line1);
  const line2 = [rest, lineText(found.line2 ?? '')].filter((text) => text !== '').join(', ');
  const parts: Partial<Record<AddressPart, string>> = { line1, line2 };
  for (const part of ['suburb', 'state', 'postcode'] as const) parts[part] = lineText(found[part] ?? '');
  return found.country ? { ...parts, country: found.country } : parts;
}

/** Problems of an address, as keys of the validation or field texts. A search without a chosen address counts as missing. */
export function checkAddress(
  draft: AddressDraft,
  limits: AddressLimits = ADDRESS_LIMITS,
): Partial<Record<AddressName, string>> {
  if (draft.way === 'search') return { search: isBlank(draft.search) ? 'required' : 'invalidAddress' };
  const problems: Partial<Record<AddressName, string>> = {};
  for (const part of ['line1', 'suburb', 'postcode'] as const) {
    const isNeeded = part !== 'postcode' || needsPostCode(draft.country);
    if (isNeeded && isBlank(draft[part])) problems[part] = 'required';
  }
  const lengths = lengthsOf(limits);
  for (const part of ['line1', 'line2', 'suburb', 'state', 'postcode'] as const) {
    if (lengthOf(lineText(draft[part])) > lengths[part]) problems[part] = `${part}TooLong`;
  }
  return problems;
}

type SavedAddress = Readonly<Record<'AddressLine1' | 'AddressLine2' | 'Suburb' | 'State' | 'PostCode', string>>;

/** Address in one line; empty without an address. */
export function inOneLine(address: SavedAddress | null): string {
  if (address === null) return '';
  const { AddressLine1, AddressLine2, Suburb, State, PostCode } = address;
  const town = [Suburb, State, PostCode].filter(Boolean).join(' ');
  return [AddressLine1, AddressLine2, town].filter(Boolean).join(', ');
}
