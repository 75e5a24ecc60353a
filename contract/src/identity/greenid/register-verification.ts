import * as z from 'zod/mini';
import { ACTIVATION_OR_LOGIN, operation } from '../../operation.ts';
import { optionalPersonName, personName } from '../../profile/person-name.ts';
import { accountNumber } from '../../wire.ts';

/**
 * Begins the electronic verification of the person of this session, or goes on with the one that is open. Date of
 * birth and address are those that were entered before. A signed-in holder who is not verified may give the name as
 * their document has it; it becomes the holder's name with the verdict. During an activation the name is the one that
 * was entered, and names given here are ignored. 20179 where a fact is missing, 20254 after the third verification in
 * 30 days that has ended or where the service has locked the person out.
 */
export const registerVerification = operation({
  name: 'registerVerification',
  method: 'POST',
  path: 'greenId/registerVerification',
  auth: ACTIVATION_OR_LOGIN,
  proof: 'fresh',
  ids: { AccountNumber: 'account' },
  summary: 'Begin an electronic verification of identity',
  body: z.object({
    AccountNumber: accountNumber,
    FirstName: z.optional(personName),
    MiddleName: z.optional(optionalPersonName),
    Surname: z.optional(personName),
  }),
  response: z.object({
    /** Opens the person's part in the browser. */
    UserToken: z.string(),
    /** Names the case in the calls that follow. */
    CaseId: z.string(),
  }),
  errors: ['invalid_card_details', 'verification_unmet', 'kyc_locked', 'required_field'],
  errorFields: { invalid_card_details: 'AccountNumber' },
});
