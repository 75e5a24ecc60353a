import * as z from 'zod/mini';
import { operation, WEB_ACCOUNT } from '../operation.ts';
import { statementFrequency } from '../statements/statement-choices.ts';

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
