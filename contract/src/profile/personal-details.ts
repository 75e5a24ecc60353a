import * as z from 'zod/mini';
import { operation, WEB_ACCOUNT } from '../operation.ts';
import { instant, isoDate } from '../wire.ts';
import { statementDelivery, statementFrequency } from './statement-choices.ts';
import { withholding } from './online-account.ts';
import { LANGUAGES } from '../rules/languages.ts';
import { countryCode } from '../addresses/addresses.ts';
import { carriedWhen } from '../proof.ts';
import { optionalPersonName, personName } from './person-name.ts';
import { typed } from '../typed.ts';
import { homePhone } from '../rules/mobile-number.ts';

/** An address, each part empty where it has none. */
export const address = z.object({
  AddressLine1: z.string(),
  AddressLine2: z.string(),
  UnitNumber: z.string(),
  StreetNumber: z.string(),
  StreetName: z.string(),
  Suburb: z.string(),
  State: z.string(),
  PostCode: z.string(),
  CountryCode: z.string(),
});

/**
 * The profile of the signed-in user. The mother's maiden name is a secret that proves identity and
 * is never sent: the field stays null. A tax file number is sent as nine stars in three groups, an exemption as `EXEMPT` and its code.
 */
export const personalDetails = z.object({
  UserName: z.string(),
  EmailAddress: z.string(),
  /** In words, in the language of the profile. */
  SecurityQuestion: z.nullable(z.string()),
  Title: z.string(),
  FirstName: z.string(),
  MiddleName: z.string(),
  Surname: z.string(),
  /** `dd/mm/yyyy`, the one date on the wire that is not ISO. */
  DateOfBirth: z.string(),
  UnparsedDateOfBirth: z.string(),
  MothersMaidenName: z.null(),
  HomePhone: z.string(),
  Mobile: z.string(),
  TaxFileNumber: z.nullable(z.string()),
  /** For a primary holder of an account that can earn interest on a debit product. */
  MayEditTaxFileNumber: z.boolean(),
  /** For who could give one and has not. */
  Withholding: z.nullable(withholding),
  Address: z.nullable(address),
  CorrespondenceAddress: z.nullable(address),
  Kyc: z.boolean(),
  IsKycRestricted: z.boolean(),
  /** The same value under the name that one document gives it. */
  IsKycRestircted: z.boolean(),
  CfsMarketingEmail: z.boolean(),
  ProductMarketingEmail: z.boolean(),
  PreviousLogin: z.nullable(instant),
  /** paper 80, online 69. */
  StatementDeliveryType: statementDelivery,
  /** default 0, monthly 1, six-monthly 6. */
  StatementFrequencyType: statementFrequency,
  StatementFrequencyOverride: z.boolean(),
  /** New contacts that wait for their code. */
  PendingContacts: z.array(z.object({ Channel: z.enum(['email', 'mobile']), Value: z.string() })),
  /** Contacts on record cannot be changed until then, because the password was reset; null: they can. */
  ContactsHeldUntil: z.nullable(instant),
  /** When the owner asked that the account be closed. */
  ClosureAskedAt: z.nullable(instant),
});

export const getPersonalDetails = operation({
  name: 'getPersonalDetails',
  method: 'GET',
  path: 'onlineAccount/GetCurrentEntityPersonalDetails',
  auth: WEB_ACCOUNT,
  proof: 'session',
  ids: {},
  summary: 'Profile of the signed-in user',
  response: personalDetails,
});

/** Where the signed-in user lives, and where letters go; null: to the same address. */
export const getAddress = operation({
  name: 'getAddress',
  method: 'POST',
  reads: true,
  path: 'onlineAccount/GetAddress',
  auth: WEB_ACCOUNT,
  proof: 'session',
  ids: {},
  summary: 'Addresses of the signed-in user',
  response: z.object({ Address: z.nullable(address), CorrespondenceAddress: z.nullable(address) }),
});

/** Forms of address. `value` is stored; the screen shows `text` in the reader's language. */
export const getTitles = operation({
  name: 'getTitles',
  method: 'GET',
  path: 'onlineaccount/gettitles',
  auth: 'public',
  proof: 'none',
  summary: 'Forms of address',
  query: z.object({ language: z.optional(z.enum(LANGUAGES)) }),
  response: z.object({ Titles: z.array(z.object({ value: z.string(), text: z.string() })) }),
});

const part = (longest: number) => z.string().check(typed.line(), z.maxLength(longest, 'required'));
const requiredPart = (longest: number) =>
  z.string().check(typed.line(), z.minLength(1, 'required'), z.maxLength(longest, 'required'));

const newAddress = z.object({
  AddressLine1: requiredPart(32),
  AddressLine2: part(32),
  Suburb: requiredPart(32),
  State: part(18),
  PostCode: requiredPart(9),
  CountryCode: countryCode,
});

/**
 * Changes what is given; what is missing stays. Names, title, date of birth, a phone number or an address need the
 * current password, tell the user and end their other sessions. 403 for what the brand does not let its users change,
 * and for names, title and date of birth of somebody whose identity is verified.
 */
export const updatePersonalDetails = operation({
  name: 'updatePersonalDetails',
  method: 'POST',
  path: 'onlineAccount/UpdatePersonalDetails',
  auth: WEB_ACCOUNT,
  proof: carriedWhen('a name, the title, the date of birth, a phone number or an address changes', 'currentpassword'),
  ids: {},
  summary: 'Change the profile of the signed-in user',
  body: z.object({
    Title: z.optional(z.string().check(typed.line(), z.maxLength(20, 'required'))),
    FirstName: z.optional(optionalPersonName),
    MiddleName: z.optional(optionalPersonName),
    Surname: z.optional(personName),
    UnparsedDateOfBirth: z.optional(isoDate),
    HomePhone: z.optional(homePhone),
    Address: z.optional(newAddress),
    /** Null: letters go to the residential address. */
    CorrespondenceAddress: z.optional(z.nullable(newAddress)),
    CfsMarketingEmail: z.optional(z.boolean('required')),
    ProductMarketingEmail: z.optional(z.boolean('required')),
    currentpassword: z.optional(z.string().check(z.maxLength(400, 'required'))),
  }),
  response: z.object({ result: z.literal(true) }),
  errors: ['scope_refused', 'current_password_wrong', 'account_locked', 'required_field'],
  errorFields: { current_password_wrong: 'currentpassword' },
});
