import * as z from 'zod/mini';
import { ACTIVATION, operation } from '../operation.ts';
import { isoDate, requiredText } from '../wire.ts';
import { countryCode } from '../addresses/addresses.ts';
import { homePhone, mobileNumber } from '../rules/mobile-number.ts';
import { answerText } from '../rules/typed-text.ts';
import { nameOnCard, optionalPersonName, personName } from '../profile/person-name.ts';
import { activationView, OUT_OF_TURN, rewardProviderDetails } from './activation.ts';
import { typed } from '../typed.ts';

const enteredAddress = z.object({
  AddressLine1: z.string().check(typed.line(), z.minLength(1, 'required'), z.maxLength(32)),
  AddressLine2: z.string().check(typed.line(), z.maxLength(32)),
  Suburb: z.string().check(typed.line(), z.minLength(1, 'required'), z.maxLength(32)),
  State: z.string().check(typed.line(), z.maxLength(18)),
  PostCode: z.string().check(typed.line(), z.maxLength(9)),
  CountryCode: countryCode,
});

/** Added: checks and keeps who someone is and where they live, until the card is activated. */
export const saveEntityDetails = operation({
  name: 'saveEntityDetails',
  method: 'POST',
  path: 'onlineAccount/SaveEntityDetails',
  auth: ACTIVATION,
  proof: 'session',
  ids: { 'RewardProviderDetails.AccountNumber': 'anyone' },
  summary: 'Check and keep the details of a new holder',
  body: z.object({
    Title: requiredText,
    /** Empty for people with a single name. */
    FirstName: optionalPersonName,
    MiddleName: optionalPersonName,
    Surname: personName,
    /** Embossed where the card has no name yet; missing or empty: it follows from the name. */
    NameOnCard: z.optional(nameOnCard),
    UnparsedDateOfBirth: isoDate,
    MothersMaidenName: personName.check(z.refine((answer) => answerText(answer) !== '', 'required')),
    Mobile: mobileNumber,
    HomePhone: homePhone,
    Address: enteredAddress,
    /** Postal address of an upgrade, where it differs from the address. */
    CorrespondenceAddress: z.optional(enteredAddress),
    /** Present for an upgrade. */
    RewardProviderDetails: z.optional(
      rewardProviderDetails.check(
        z.refine(({ IsMember, AccountNumber }) => !IsMember || AccountNumber !== '', {
          error: 'required',
          path: ['AccountNumber'],
        }),
      ),
    ),
  }),
  response: activationView,
  errors: [...OUT_OF_TURN, 'card_linked_elsewhere', 'landline_given'],
  errorFields: { landline_given: 'Mobile' },
});
