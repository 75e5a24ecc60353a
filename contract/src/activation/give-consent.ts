import * as z from 'zod/mini';
import { ACTIVATION, operation } from '../operation.ts';
import { activationView, OUT_OF_TURN } from './activation.ts';

/** Added: consent at the end of account set-up. The check against official records is asked for where eKYC is. */
export const giveConsent = operation({
  name: 'giveConsent',
  method: 'POST',
  path: 'onlineAccount/GiveConsent',
  auth: ACTIVATION,
  proof: 'session',
  ids: {},
  summary: 'Consent to the set-up of an account',
  body: z.object({
    AcceptedDisclosures: z.literal(true, 'required'),
    AcceptedIdentityCheck: z.boolean(),
    ProductMarketingEmail: z.boolean(),
    /** News of the programme. */
    CfsMarketingEmail: z.optional(z.boolean()),
  }),
  response: activationView,
  errors: OUT_OF_TURN,
  errorFields: { required_field: 'AcceptedIdentityCheck' },
});
