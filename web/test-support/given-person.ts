import type { ResponseOf } from '@wattle/contract/operation.ts';
import { getPersonalDetails } from '@wattle/contract/profile/personal-details.ts';
import { answer } from './given-server.ts';

export type Person = ResponseOf<typeof getPersonalDetails>;

const PERSON: Person = {
  UserName: 'amelia.chen@example.com',
  EmailAddress: 'amelia.chen@example.com',
  SecurityQuestion: 'What was the name of your first pet?',
  SecurityQuestionNumber: 2,
  Title: 'Ms',
  FirstName: 'Amelia',
  MiddleName: '',
  Surname: 'Chen',
  DateOfBirth: '01/02/1990',
  UnparsedDateOfBirth: '1990-02-01',
  MothersMaidenName: null,
  HomePhone: '',
  Mobile: '0400 000 001',
  TaxFileNumber: null,
  MayEditTaxFileNumber: true,
  Withholding: null,
  Address: {
    AddressLine1: '14 Banksia Street',
    AddressLine2: '',
    UnitNumber: '',
    StreetNumber: '',
    StreetName: '',
    Suburb: 'Fremantle',
    State: 'WA',
    PostCode: '6160',
    CountryCode: 'AU',
  },
  CorrespondenceAddress: null,
  Kyc: true,
  IsKycRestricted: false,
  IsKycRestircted: false,
  CfsMarketingEmail: false,
  ProductMarketingEmail: false,
  PreviousLogin: '2026-11-19T02:00:00.000Z',
  StatementDeliveryType: 69,
  StatementFrequencyType: 0,
  StatementFrequencyOverride: false,
  PendingContacts: [],
  ContactsHeldUntil: null,
  ClosureAskedAt: null,
};

/** Gives the signed-in user a verified profile with no pending changes, except for `other`. */
export function givenPerson(other: Partial<Person> = {}): void {
  answer(getPersonalDetails, { ...PERSON, ...other });
}
