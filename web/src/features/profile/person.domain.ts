import { lineText } from '@wattle/contract/rules/typed-text.ts';
import type { personalDetails } from '@wattle/contract/profile/personal-details.ts';
import type * as z from 'zod/mini';
import type { Format } from '../../i18n/format.ts';
import type { Texts } from '../../i18n/use-texts.ts';
import type { AddressDraft } from '../../ui/fields/address-draft.ts';

export type Person = z.output<typeof personalDetails>;
type Address = NonNullable<Person['Address']>;

/** Name and date of birth, for reading. */
export function whoRows(
  { Title, FirstName, MiddleName, Surname, UnparsedDateOfBirth: birth }: Person,
  t: Texts,
  { dateOf }: Pick<Format, 'dateOf'>,
) {
  return [
    { term: t('name'), value: [Title, FirstName, MiddleName, Surname].filter(Boolean).join(' ') },
    { term: t('birthDate'), value: birth === '' ? t('none') : dateOf(birth) },
  ];
}

/** Fields of an address form. */
export const ADDRESS_NAMES = ['way', 'search', 'line1', 'line2', 'suburb', 'state', 'postcode', 'country'] as const;

/** Initial values of an address form. A saved address is edited as text; a new one is searched for. */
export function partsOf(address: Address | null, country: string): AddressDraft {
  return {
    way: address === null ? 'search' : 'typed',
    search: '',
    line1: address?.AddressLine1 ?? '',
    line2: address?.AddressLine2 ?? '',
    suburb: address?.Suburb ?? '',
    state: address?.State ?? '',
    postcode: address?.PostCode ?? '',
    country: address?.CountryCode || country,
  };
}

/** An entered address as the wire has it. */
export function addressOf(parts: Omit<AddressDraft, 'way' | 'search'>) {
  return {
    AddressLine1: lineText(parts.line1),
    AddressLine2: lineText(parts.line2),
    Suburb: lineText(parts.suburb),
    State: lineText(parts.state),
    PostCode: lineText(parts.postcode),
    CountryCode: parts.country,
  };
}

/** The new contact of this kind that counts only once its code is entered; null: there is none. */
export function waitingContact(
  { PendingContacts }: Pick<Person, 'PendingContacts'>,
  channel: 'email' | 'mobile',
): string | null {
  return PendingContacts.find(({ Channel }) => Channel === channel)?.Value ?? null;
}
