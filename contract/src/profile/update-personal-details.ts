import * as z from 'zod/mini';
import { countryCode } from '../addresses/address.ts';
import { operation, WEB_ACCOUNT } from '../operation.ts';

const part = (longest: number) => z.string().check(z.trim(), z.maxLength(longest, 'required'));
const requiredPart = (longest: number) =>
  z.string().check(z.trim(), z.minLength(1, 'required'), z.maxLength(longest, 'required'));

const newAddress = z.object({
  AddressLine1: requiredPart(32),
  AddressLine2: part(32),
  Suburb: requiredPart(32),
  State: part(18),
  PostCode: requiredPart(9),
  CountryCode: countryCode,
});

/**
 * Changes what is given; what is missing stays. A phone number or an address needs the current password, tells the
 * user and ends their other sessions. 403 for what the brand does not let its users change.
 */
export const updatePersonalDetails = operation({
  name: 'updatePersonalDetails',
  method: 'POST',
  path: 'onlineAccount/UpdatePersonalDetails',
  auth: WEB_ACCOUNT,
  summary: 'Change the profile of the signed-in user',
  body: z.object({
    HomePhone: z.optional(
      z.string().check(z.trim(), z.maxLength(14, 'phoneValid'), z.regex(/^$|^\+?[\d ()-]{6,14}$/, 'phoneValid')),
    ),
    Address: z.optional(newAddress),
    /** Null: letters go to the residential address. */
    CorrespondenceAddress: z.optional(z.nullable(newAddress)),
    CfsMarketingEmail: z.optional(z.boolean('required')),
    ProductMarketingEmail: z.optional(z.boolean('required')),
    currentpassword: z.optional(z.string().check(z.maxLength(400, 'required'))),
  }),
  response: z.object({ result: z.literal(true) }),
  errors: ['scope_refused', 'current_password_wrong', 'account_locked'],
  errorFields: { current_password_wrong: 'currentpassword' },
});
