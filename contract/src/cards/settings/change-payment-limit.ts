import * as z from 'zod/mini';
import { operation, WEB_ACCOUNT } from '../../operation.ts';
import { freshWhen } from '../../proof.ts';
import { cardReference, done } from '../../wire.ts';

/** Sets the daily limit of an account for BPAY and transfers together. 20244 above the product's. */
export const changePaymentLimit = operation({
  name: 'changePaymentLimit',
  method: 'POST',
  path: 'card/changePaymentLimit',
  auth: WEB_ACCOUNT,
  proof: freshWhen('the limit rises'),
  ids: { CardSummary: 'card' },
  summary: 'Change the daily payment limit of an account',
  body: z.object({
    /** A card of the account. */
    CardSummary: cardReference,
    /** Whole dollars. */
    NewPaymentLimit: z
      .int('errorPaymentLimitInvalid')
      .check(z.minimum(0, 'errorPaymentLimitInvalid'), z.maximum(99_999, 'errorPaymentLimitInvalid')),
  }),
  response: done,
  errors: ['invalid_card_details', 'card_problem', 'limit_above_maximum'],
  errorFields: { limit_above_maximum: 'NewPaymentLimit' },
});
