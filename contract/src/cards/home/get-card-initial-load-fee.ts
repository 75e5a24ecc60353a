import * as z from 'zod/mini';
import { operation, WEB_ACCOUNT } from '../../operation.ts';
import { cardBody, money } from '../../wire.ts';

/** What the first load of a card costs. */
export const getCardInitialLoadFee = operation({
  name: 'getCardInitialLoadFee',
  method: 'POST',
  path: 'card/getCardInitialLoadFee',
  auth: WEB_ACCOUNT,
  proof: 'session',
  ids: { Card: 'card' },
  summary: 'Fee for the first load of a card',
  body: cardBody,
  response: z.object({
    /** Dollars. */
    InitialLoadFee: money,
  }),
  errors: ['invalid_card_details'],
});
