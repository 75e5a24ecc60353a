import * as z from 'zod/mini';
import { operation, WEB_ACCOUNT } from '../../operation.ts';
import { accountNumber, instant, isoDate, money } from '../../wire.ts';
import { autoTopup, COLLECTED_STATES } from './auto-topup.ts';

/** The automatic top-up of an account, and what one may be. For its primary holder. */
export const getActiveAutoTopup = operation({
  name: 'getActiveAutoTopup',
  method: 'POST',
  path: 'topup/active-auto-topup',
  auth: WEB_ACCOUNT,
  proof: 'session',
  ids: { memberNumber: 'primaryAccount' },
  summary: 'The automatic top-up of an account',
  query: z.object({ memberNumber: accountNumber }),
  response: z.object({
    /** Null: there is none. */
    AutoTopup: z.nullable(autoTopup),
    /** Added: whether one can be made: a verified holder without restriction, an account without a debt. */
    MayBeMade: z.boolean(),
    /**
     * Added: no other bank account is taken until then: 5 wrong codes in 24 hours, or 3 new bank accounts in a day. Null:
     * one is.
     */
    SetUpStopped: z.nullable(z.object({ For: z.enum(['codes', 'banks']), Until: instant })),
    /** Added: what bounds and proposes the amounts, in dollars. */
    MaximumBalance: money,
    MinimumLoad: money,
    MaximumLoad: money,
    ProposedTrigger: money,
    ProposedAmount: money,
    Step: money,
    Fee: money,
    /** Added: banking days from a debit to the money on the card, days that the code is good for, and the last days of each. */
    CreditDays: z.number(),
    CodeDays: z.number(),
    DepositBy: isoDate,
    /** Added: its top-ups, the newest first. */
    Past: z.array(
      z.object({ Date: isoDate, Amount: money, State: z.enum(COLLECTED_STATES), ExpectedOn: z.nullable(isoDate) }),
    ),
  }),
  errors: ['invalid_card_details', 'card_problem'],
});
