import * as z from 'zod/mini';
import { namedNumbers } from '../named-numbers.ts';
import { operation, WEB_ACCOUNT } from '../operation.ts';
import { accountNumber, money } from '../wire.ts';

/** What money comes in by. */
export const LOAD_TYPE = { card: 1, bank: 2, voucher: 3, automatic: 4 } as const;

/** How much can be loaded onto an account, in dollars. */
export const getTopupDetails = operation({
  name: 'getTopupDetails',
  method: 'POST',
  path: 'topup/details',
  auth: WEB_ACCOUNT,
  proof: 'session',
  ids: { accountNumber: 'account' },
  summary: 'How much can be loaded onto an account',
  body: z.object({
    accountNumber,
    /** `LOAD_TYPE`; by card unless given. */
    loadType: z.optional(namedNumbers(LOAD_TYPE)),
  }),
  response: z.object({
    /** The highest balance that the account may have. */
    MaximumLoadLimit: money,
    /** Of one top-up of this type. */
    MinimumTopup: money,
    MaximumTopup: money,
    /** The maximum balance less the balance and less what is on its way; at least 0. */
    MaximumAvailableTopup: money,
    CurrentAccountBalance: money,
    /** Added: what is on its way to the account. */
    OnItsWay: money,
    /** Added: what a top-up of this type costs. */
    Fee: money,
  }),
  errors: ['invalid_card_details'],
});
