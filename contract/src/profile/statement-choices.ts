import * as z from 'zod/mini';
import { namedNumbers } from '../named-numbers.ts';
import { operation, WEB_ACCOUNT } from '../operation.ts';

/** How often statements are made; default: as the product says. */
export const STATEMENT_FREQUENCY = { default: 0, monthly: 1, sixMonthly: 6 } as const;
export const statementFrequency = namedNumbers(STATEMENT_FREQUENCY, 'required');

/** How statements are delivered. */
export const STATEMENT_DELIVERY = { paper: 80, online: 69 } as const;
export const statementDelivery = namedNumbers(STATEMENT_DELIVERY, 'required');

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

/** How often statements are made. 10001 for a nominee, who has none. */
export const updateStatementFrequency = operation({
  name: 'updateStatementFrequency',
  method: 'POST',
  path: 'onlineAccount/UpdateStatementFrequency',
  auth: WEB_ACCOUNT,
  proof: 'session',
  ids: {},
  summary: 'Change the frequency of statements',
  body: z.object({
    /** default 0, monthly 1, six-monthly 6. */
    newFrequency: statementFrequency,
  }),
  response: z.object({ result: z.literal(true) }),
  errors: ['card_problem'],
});
