import { needsPostCode } from '@wattle/contract/rules/post-code.ts';
import { isBlank, lineText } from '@wattle/contract/rules/typed-text.ts';
import type { VerifiedPerson } from '../../../outside/greenid/port.ts';
import type { StoredPerson } from './person.store.ts';
import { toE164 } from '../../../platform/text/mobile-number.domain.ts';

/** A person of whom nothing is known yet. */
export const NOBODY: StoredPerson = {
  first_name: '',
  middle_name: '',
  surname: '',
  date_of_birth: null,
  email: '',
  mobile: '',
  address: null,
};

/** The facts of a stored person, as the identity service takes them. */
export function personOf(stored: StoredPerson): VerifiedPerson {
  const part = (name: string) => stored.address?.[name] ?? '';
  const [number, name] = streetOf(part('AddressLine1'));
  return {
    firstName: stored.first_name,
    middleName: stored.middle_name,
    surname: stored.surname,
    dateOfBirth: stored.date_of_birth ?? '',
    email: stored.email,
    mobile: (toE164(stored.mobile) ?? '').replace(/^\+61/, '0').replace('+', ''),
    address: {
      unitNumber: part('UnitNumber'),
      streetNumber: part('StreetNumber') || number,
      streetName: part('StreetName') || name,
      suburb: part('Suburb'),
      state: part('State'),
      postcode: part('PostCode'),
      country: part('CountryCode'),
    },
  };
}

/** Number and name of a street from one line: `14 Banksia Street`, `4/14 Banksia Street`. */
function streetOf(line: string): readonly [number: string, name: string] {
  const [, number = '', name = line] = /^\s*((?:[\w]+\/)?\d[\w/-]*)\s+(.+)$/.exec(line) ?? [];
  return [number, lineText(name)];
}

/** Whether all facts that a verification needs are present. */
export function isCompletePerson({ surname, dateOfBirth, email, address }: VerifiedPerson): boolean {
  const { streetName, suburb, postcode, country } = address;
  const facts = [surname, dateOfBirth, email, streetName, suburb, country];
  return [...facts, ...(needsPostCode(country) ? [postcode] : [])].every((fact) => !isBlank(fact));
}
