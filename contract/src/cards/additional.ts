import * as z from 'zod/mini';
import { operation, WEB_ACCOUNT } from '../operation.ts';
import { WEB_ACCOUNT_OR_VIEW } from '../viewed.ts';
import { accountNumber, done, isoDate, money } from '../wire.ts';

/** Whether an additional card can be ordered for an account now. */
export const canOrderAdditionalCard = operation({
  name: 'canOrderAdditionalCard',
  method: 'POST',
  reads: true,
  path: 'card/canOrderAdditionalCard',
  auth: WEB_ACCOUNT_OR_VIEW,
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
    /** Number of the account's cards in use, and the maximum. */
    CardCount: z.int(),
    MaximumCardCount: z.int(),
    /** Added: the business day by which a card that is ordered now arrives; null: not known. */
    ArrivesBy: z.nullable(isoDate),
  }),
  errors: ['invalid_card_details'],
});

/**
 * Orders a further card of an account for its primary holder and takes the fee from the account. 10001 where the
 * product has none, the account has as many as it may or the caller is not the primary holder; 20050 for a holder
 * who is not verified.
 */
export const orderAdditionalCard = operation({
  name: 'orderAdditionalCard',
  method: 'POST',
  path: 'card/orderAdditionalCard',
  auth: WEB_ACCOUNT,
  proof: 'fresh',
  money: true,
  ids: { memberNumber: 'account' },
  summary: 'Order an additional card',
  body: z.object({ memberNumber: accountNumber }),
  response: done,
  errors: ['invalid_card_details', 'card_problem', 'identity_not_verified', 'fee_not_covered', 'key_reused'],
});
