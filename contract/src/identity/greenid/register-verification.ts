import * as z from 'zod/mini';
import { ACTIVATION_OR_LOGIN, operation } from '../../operation.ts';
import { accountNumber } from '../../wire.ts';

/**
 * Begins the electronic verification of the person of this session, or goes on with the one that is open. Name, date
 * of birth and address are those that were entered before; nothing is typed here. 20179 where a fact is missing,
 * 20254 after the third verification in 30 days or where the service has locked the person out.
 */
export const registerVerification = operation({
  name: 'registerVerification',
  method: 'POST',
  path: 'greenId/registerVerification',
  auth: ACTIVATION_OR_LOGIN,
  summary: 'Begin an electronic verification of identity',
  body: z.object({ AccountNumber: accountNumber }),
  response: z.object({
    /** Opens the person's part in the browser. */
    UserToken: z.string(),
  }),
  errors: ['invalid_card_details', 'verification_unmet', 'kyc_locked', 'required_field'],
  errorFields: { invalid_card_details: 'AccountNumber' },
});
