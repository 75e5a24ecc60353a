import * as z from 'zod/mini';
import { operation, WEB_ACCOUNT } from '../../operation.ts';
import { cardBody, money } from '../../wire.ts';

/** The daily spend limits that a card may have. */
export const getSpendLimits = operation({
  name: 'getSpendLimits',
  method: 'POST',
  reads: true,
  path: 'card/getSpendLimits',
  auth: WEB_ACCOUNT,
  proof: 'session',
  ids: { Card: 'card' },
  summary: 'Spend limits to choose from',
  body: cardBody,
  response: z.object({
    /** Dollars a day, rising. */
    PaymentLimits: z.array(money),
  }),
  errors: ['invalid_card_details', 'card_problem'],
});
