import * as z from 'zod/mini';
import { documentOperation as operation } from '../downloads/document.ts';
import { WEB_ACCOUNT } from '../operation.ts';
import { accountNumber } from '../wire.ts';

/** Interest of an account and the tax on it in a financial year that has ended, as PDF. For its primary holder. */
export const getTaxSummary = operation({
  name: 'getTaxSummary',
  who: WEB_ACCOUNT,
  ids: { accountNumber: 'primaryAccount' },
  summary: 'Interest and tax of a financial year',
  parameters: z.object({
    accountNumber,
    /** The year in which it began: 2025 for July 2025 to June 2026. */
    startYear: z.int('required').check(z.minimum(2000, 'required'), z.maximum(2999, 'required')),
    /** False: it is opened in the browser. Else it is saved. */
    download: z.optional(z.boolean('required')),
  }),
  errors: ['invalid_card_details', 'card_problem', 'not_found'],
});
