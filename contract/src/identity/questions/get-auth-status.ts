import * as z from 'zod/mini';
import { ACTIVATION_OR_RESET, operation } from '../../operation.ts';
import { accountNumber, requiredText } from '../../wire.ts';

/** Whether the identity questions of the card of this session can be answered, and whether they have been. */
export const getAuthStatus = operation({
  name: 'getAuthStatus',
  method: 'POST',
  path: 'cardIdentityAuth/getAuthStatus',
  auth: ACTIVATION_OR_RESET,
  proof: 'session',
  ids: { Number: 'anyone', AccountNumber: 'anyone' },
  summary: 'Where the identity questions of a card stand',
  body: z.object({
    /** The card of the token is meant, whatever is sent. */
    Number: z.optional(requiredText),
    AccountNumber: z.optional(accountNumber),
  }),
  response: z.object({ IsCardAuthenticationLocked: z.boolean(), IsAuthenticationPassed: z.boolean() }),
});
