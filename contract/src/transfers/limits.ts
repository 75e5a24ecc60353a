import * as z from 'zod/mini';
import { operation } from '../operation.ts';
import { SIGNED_IN_OR_VIEW } from '../viewed.ts';
import { accountNumber, cardReference, isoDate, money } from '../wire.ts';

/** How much an account may transfer to other banks, by category of the purpose. */
export const getAccountLimits = operation({
  name: 'getAccountLimits',
  method: 'POST',
  reads: true,
  path: 'transfer/getaccountlimits',
  auth: SIGNED_IN_OR_VIEW,
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

const limit = z.nullable(money);

/** Remaining limits of payments from a card's account, in dollars. Null: no limit. */
export const getRemainingExternalTransferLimitDetails = operation({
  name: 'getRemainingExternalTransferLimitDetails',
  method: 'POST',
  reads: true,
  path: 'card/getRemainingExternalTransferLimitDetails',
  auth: SIGNED_IN_OR_VIEW,
  proof: 'session',
  ids: { Card: 'card' },
  summary: 'What is left of the limits of payments',
  body: z.object({
    Card: cardReference,
    /** Categories of purposes that are asked about. All of them are answered. */
    Categories: z.optional(z.array(z.number('required')).check(z.maxLength(20, 'required'))),
  }),
  response: z.object({
    AvailableAccountBalance: money,
    CurrentBalance: money,
    /** Limit of BPAY and transfers together, by the day in Melbourne. */
    PaymentLimitEnabled: z.boolean(),
    CurrentDailyPaymentLimit: limit,
    RemainingDailyPaymentLimit: limit,
    /** By the month. */
    HousingPaymentLimitDefault: limit,
    HousingPaymentLimitAvailable: limit,
    OtherExpenseLimitDefault: limit,
    OtherExpenseLimitAvailable: limit,
  }),
  errors: ['invalid_card_details'],
});
