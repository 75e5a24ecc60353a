import * as z from 'zod/mini';
import { operation, WEB_ACCOUNT } from '../../operation.ts';
import { accountNumber, money } from '../../wire.ts';

/** Whether an additional card can be ordered for an account now. */
export const canOrderAdditionalCard = operation({
  name: 'canOrderAdditionalCard',
  method: 'POST',
  path: 'card/canOrderAdditionalCard',
  auth: WEB_ACCOUNT,
  proof: 'session',
  ids: { memberNumber: 'account' },
  summary: 'Whether an additional card can be ordered',
  body: z.object({
    memberNumber: accountNumber,
    /** True: the fee must be covered too. */
    checkBalance: z.boolean('required'),
  }),
  response: z.object({
    IsValid: z.boolean(),
    AdditionalCardFee: money,
    /** Cards of the account that are alive, and how many there may be. */
    CardCount: z.int(),
    MaximumCardCount: z.int(),
  }),
  errors: ['invalid_card_details'],
});
