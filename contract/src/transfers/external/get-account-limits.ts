import * as z from 'zod/mini';
import { operation, SIGNED_IN } from '../../operation.ts';
import { accountNumber, isoDate, money } from '../../wire.ts';

/** How much an account may transfer to other banks, by category of the purpose. */
export const getAccountLimits = operation({
  name: 'getAccountLimits',
  method: 'POST',
  reads: true,
  path: 'transfer/getaccountlimits',
  auth: SIGNED_IN,
  proof: 'session',
  ids: { AccountNumber: 'account' },
  summary: 'Limits of transfers to other banks',
  body: z.object({ AccountNumber: accountNumber }),
  response: z.object({
    Limits: z.array(
      z.object({
        TransferCategoryId: z.number(),
        /** Dollars; null: no limit. */
        LimitAmount: z.nullable(money),
        ExpiryDate: z.nullable(isoDate),
        DisplayLimitExpiryNotification: z.boolean(),
        LimitPeriod: z.literal('Month'),
      }),
    ),
  }),
  errors: ['invalid_card_details'],
});
