import type { personalDetails } from '@wattle/contract/profile/get-personal-details.ts';
import type * as z from 'zod/mini';

export type Person = z.output<typeof personalDetails>;
type Address = NonNullable<Person['Address']>;

/** The parts of an address that a person types. */
export const ADDRESS_PARTS = ['line1', 'line2', 'suburb', 'state', 'postcode'] as const;
export type AddressPart = (typeof ADDRESS_PARTS)[number];
type Parts = Readonly<Record<AddressPart, string>>;

export function partsOf(address: Address | null): Parts {
  return {
    line1: address?.AddressLine1 ?? '',
    line2: address?.AddressLine2 ?? '',
    suburb: address?.Suburb ?? '',
    state: address?.State ?? '',
    postcode: address?.PostCode ?? '',
  };
}

/** The parts as the wire has them; the country stays. */
export function addressOf(parts: Parts, before: Address | null, country: string) {
  return {
    AddressLine1: parts.line1.trim(),
    AddressLine2: parts.line2.trim(),
    Suburb: parts.suburb.trim(),
    State: parts.state.trim(),
    PostCode: parts.postcode.trim(),
    CountryCode: before?.CountryCode || country,
  };
}

/** An address in one line; empty where there is none. */
export function inOneLine(address: Address | null): string {
  if (address === null) return '';
  const { AddressLine1, AddressLine2, Suburb, State, PostCode } = address;
  const town = [Suburb, State, PostCode].filter(Boolean).join(' ');
  return [AddressLine1, AddressLine2, town].filter(Boolean).join(', ');
}
