import { readableEmail } from '@wattle/contract/rules/email-address.ts';
import { shownPhone } from '../../platform/text/mobile-number.domain.ts';
import { maskName } from '../access/public.ts';
import type { PersonRow, PostalAddress } from './person.store.ts';

/** Details of a person that are masked until someone asks for one with a reason. */
export const MASKED_DETAILS = [
  'email',
  'mobile',
  'homePhone',
  'born',
  'address',
  'postalAddress',
  'otherContact',
] as const;
export type MaskedDetail = (typeof MASKED_DETAILS)[number];

const HIDDEN = '••••';

/** An address on one line. */
export function addressLine({ AddressLine1, AddressLine2, Suburb, State, PostCode }: PostalAddress): string {
  const place = [Suburb, State, PostCode].filter(Boolean).join(' ');
  return [AddressLine1, AddressLine2, place].filter(Boolean).join(', ');
}

/** The street is hidden, the place is not: staff ask the caller for the first and say neither. */
function maskAddress(address: PostalAddress | null): string {
  if (!address?.AddressLine1) return '';
  return `${HIDDEN}, ${[address.Suburb, address.State, address.PostCode].filter(Boolean).join(' ')}`;
}

/** The value of a detail as it is stored; empty if there is none. */
export function valueOf(person: PersonRow, detail: MaskedDetail): string {
  switch (detail) {
    case 'email':
      return readableEmail(person.email);
    case 'mobile':
      return person.mobile && shownPhone(person.mobile);
    case 'homePhone':
      return person.home_phone && shownPhone(person.home_phone);
    case 'born':
      return person.date_of_birth ?? '';
    case 'address':
      return person.address ? addressLine(person.address) : '';
    case 'postalAddress':
      return person.correspondence_address ? addressLine(person.correspondence_address) : '';
    case 'otherContact':
      return person.other_contact ?? '';
  }
}

/** The same as everybody at the desk may see it. */
export function maskedValue(person: PersonRow, detail: MaskedDetail): string {
  switch (detail) {
    case 'born':
      return person.date_of_birth === null ? '' : `${HIDDEN} ${person.date_of_birth.slice(0, 4)}`;
    case 'address':
      return maskAddress(person.address);
    case 'postalAddress':
      return maskAddress(person.correspondence_address);
    case 'otherContact':
      return person.other_contact ? HIDDEN : '';
    default: {
      const value = valueOf(person, detail);
      return value === '' ? '' : maskName(value);
    }
  }
}
