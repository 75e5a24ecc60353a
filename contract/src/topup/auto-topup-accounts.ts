import * as z from 'zod/mini';
import { operation, WEB_ACCOUNT } from '../operation.ts';

/**
 * Added: the accounts of the caller that have an automatic top-up, also those without a card that can be used. It is in
 * a separate file because the home asks for it and for nothing else of automatic top-ups.
 */
export const getAutoTopupAccounts = operation({
  name: 'getAutoTopupAccounts',
  method: 'POST',
  path: 'topup/auto-topup-accounts',
  auth: WEB_ACCOUNT,
  proof: 'session',
  ids: {},
  summary: "The caller's accounts with an automatic top-up",
  body: z.object({}),
  response: z.object({ Accounts: z.array(z.object({ AccountNumber: z.string() })) }),
});
