import * as z from 'zod/mini';
import { countryCode } from '../addresses/addresses.ts';
import { operation, WEB_ACCOUNT } from '../operation.ts';
import { carriedWhen } from '../proof.ts';
import { homePhone } from '../rules/mobile-number.ts';
import { typed } from '../typed.ts';
import { isoDate } from '../wire.ts';
import { optionalPersonName, personName } from './person-name.ts';

const part = (longest: number) => z.string().check(typed.line(), z.maxLength(longest, 'required'));
const requiredPart = (longest: number) =>
  z.string().check(typed.line(), z.minLength(1, 'required'), z.maxLength(longest, 'required'));

const newAddress = z.object({
  AddressLine1: requiredPart(32),
  AddressLine2: part(32),
  Suburb: requiredPart(32),
  State: part(18),
  PostCode: part(9),
  CountryCode: countryCode,
});

/**
 * Changes the given fields; missing ones stay. Names, title, date of birth, a phone number or an address need the
 * current password, notify the user and end their other sessions. 403 for fields that the brand does not let its users
 * change, and for names, title and date of birth of someone whose identity is verified.
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
