import * as z from 'zod/mini';
import { operation, WEB_ACCOUNT } from '../operation.ts';
import { instant } from '../wire.ts';
import { withholding } from './online-account.ts';
import { statementDelivery, statementFrequency } from './statement-choices.ts';

/** An address, each part empty if it has none. */
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
  /** Its number, for a screen in another language. */
  SecurityQuestionNumber: z.nullable(z.number()),
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
  /** True for a person who could give one and has not. */
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
