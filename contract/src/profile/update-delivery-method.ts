import * as z from 'zod/mini';
import { operation, WEB_ACCOUNT } from '../operation.ts';
import { statementDelivery } from '../statements/statement-choices.ts';

/** How statements are delivered. 10001 for a nominee, who has none. */
export const updateDeliveryMethod = operation({
  name: 'updateDeliveryMethod',
  method: 'POST',
  path: 'onlineAccount/UpdateDeliveryMethod',
  auth: WEB_ACCOUNT,
  proof: 'session',
  ids: {},
  summary: 'Change the delivery of statements',
  body: z.object({
    /** paper 80, online 69. */
    newDeliveryMethod: statementDelivery,
  }),
  response: z.object({ result: z.literal(true) }),
  errors: ['card_problem'],
});
