import * as z from 'zod/mini';
import { operation, WEB_ACCOUNT } from '../../operation.ts';
import { freshWhen } from '../../proof.ts';
import { cardReference, done } from '../../wire.ts';

/** Sets the daily spend limit of a card. 20244 above the product's, 20010 for an amount that is not offered. */
export const changeSpendLimit = operation({
  name: 'changeSpendLimit',
  method: 'POST',
  path: 'card/changeSpendLimit',
  auth: WEB_ACCOUNT,
  proof: freshWhen('the limit rises'),
  ids: { Card: 'card' },
  summary: 'Change the daily spend limit of a card',
  body: z.object({
    Card: cardReference,
    /** Whole dollars of the list, or -1 for the product's own limit. */
    NewSpendLimit: z.int('required').check(z.minimum(-1, 'required'), z.maximum(99_999, 'required')),
  }),
  response: done,
  errors: ['invalid_card_details', 'card_problem', 'required_field', 'limit_above_maximum'],
  errorFields: { required_field: 'NewSpendLimit', limit_above_maximum: 'NewSpendLimit' },
});
