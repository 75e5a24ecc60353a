import * as z from 'zod/mini';
import { ACTIVATION, operation } from '../operation.ts';
import { accountNumber } from '../wire.ts';

/** The account number that a new login may have as its username; a nominee's has an extension. */
export const getAccountLoginNameActivation = operation({
  name: 'getAccountLoginNameActivation',
  method: 'POST',
  reads: true,
  path: 'card/getAccountLoginNameActivation',
  auth: ACTIVATION,
  proof: 'session',
  ids: { AccountNumber: 'activatedAccount' },
  summary: 'Account number as username of a new login',
  body: z.object({ AccountNumber: accountNumber }),
  response: z.object({ AccountLoginNumber: z.string(), IsAccountUsernameForNominee: z.boolean() }),
  errors: ['not_found', 'invalid_card_details'],
});
