/** An address as it is entered: searched for, or typed field by field. */
export type AddressPart = 'line1' | 'line2' | 'suburb' | 'state' | 'postcode' | 'country';
/** `way` is `search`, or `typed` once the fields are shown. */
export type AddressName = AddressPart | 'search' | 'way';
export type AddressDraft = Readonly<Record<AddressName, string>>;
export type FoundAddress = Readonly<Partial<Record<AddressPart, string>>>;
export type AddressProblem = 'required' | 'invalidAddress';

/** Characters that fit into each part; the server says so, and these are what it says by default. */
export type AddressLimits = Readonly<Record<'line1' | 'line2' | 'state' | 'postcode', number>>;
export const ADDRESS_LIMITS: AddressLimits = { line1: 32, line2: 32, state: 18, postcode: 9 };

export function emptyAddress(country: string): AddressDraft {
  return { way: 'search', search: '', line1: '', line2: '', suburb: '', state: '', postcode: '', country };
}

function limitOf(part: AddressPart, limits: AddressLimits): number {
  // No length of its own is given for a suburb.
  return part === 'suburb' || part === 'country' ? limits.line1 : limits[part];
}

/** The parts of an address that was found, cut to what fits. Parts that it lacks become empty; the country stays. */
export function partsOfFound(found: FoundAddress, limits: AddressLimits): FoundAddress {
  const parts: Partial<Record<AddressPart, string>> = {};
  for (const part of ['line1', 'line2', 'suburb', 'state', 'postcode'] as const) {
    parts[part] = (found[part] ?? '').trim().slice(0, limitOf(part, limits));
  }
  return found.country ? { ...parts, country: found.country } : parts;
}

/** Problems of an address. A search without a chosen address counts as missing. */
export function checkAddress(draft: AddressDraft): Partial<Record<AddressName, AddressProblem>> {
  if (draft.way === 'search') return { search: draft.search.trim() === '' ? 'required' : 'invalidAddress' };
  const problems: Partial<Record<AddressName, AddressProblem>> = {};
  for (const part of ['line1', 'suburb', 'postcode'] as const) {
    if (draft[part].trim() === '') problems[part] = 'required';
  }
  return problems;
}

type SavedAddress = Readonly<Record<'AddressLine1' | 'AddressLine2' | 'Suburb' | 'State' | 'PostCode', string>>;

/** An address in one line; empty where there is none. */
export function inOneLine(address: SavedAddress | null): string {
  if (address === null) return '';
  const { AddressLine1, AddressLine2, Suburb, State, PostCode } = address;
  const town = [Suburb, State, PostCode].filter(Boolean).join(' ');
  return [AddressLine1, AddressLine2, town].filter(Boolean).join(', ');
}
