import * as z from 'zod/mini';
import { documentOperation as operation } from '../downloads/document.ts';
import { WEB_ACCOUNT } from '../operation.ts';
import { accountNumber } from '../wire.ts';

/** A statement of account as it was issued, as PDF. For the primary holder of its account. */
export const getStatementDetails = operation({
  name: 'getStatementDetails',
  method: 'POST',
  path: 'statement/getStatementDetails',
  who: WEB_ACCOUNT,
  ids: { accountNumber: 'primaryAccount', statementId: 'statement' },
  summary: 'A statement of account',
  parameters: z.object({
    accountNumber,
    statementId: z.string('required').check(z.regex(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/, 'required')),
    /** False: it is opened in the browser. Else it is saved. */
    download: z.optional(z.boolean('required')),
  }),
  errors: ['invalid_card_details', 'card_problem', 'not_found'],
});
