import * as z from 'zod/mini';
import { operation, WEB_ACCOUNT } from '../operation.ts';
import { accountNumber } from '../wire.ts';
import { statement } from './statement.ts';
import { statementDelivery, statementFrequency } from './statement-choices.ts';

/**
 * The statements of an account, newest first. For its primary holder: a nominee is answered as if the account
 * were not theirs.
 */
export const getStatementList = operation({
  name: 'getStatementList',
  method: 'POST',
  reads: true,
  path: 'statement/getStatementList',
  auth: WEB_ACCOUNT,
  proof: 'session',
  ids: { accountNumber: 'primaryAccount' },
  summary: 'Statements of an account',
  body: z.object({ accountNumber }),
  response: z.object({
    Statements: z.array(statement),
    /** 0 and 6: every six months, 1: every month. */
    StatementFrequencyType: statementFrequency,
    /** 69: online, 80: on paper. */
    StatementDeliveryType: statementDelivery,
  }),
  errors: ['invalid_card_details', 'card_problem'],
});
