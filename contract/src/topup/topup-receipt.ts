import * as z from 'zod/mini';
import { documentOperation } from '../downloads/document.ts';
import { SIGNED_IN } from '../operation.ts';
import { accountNumber } from '../wire.ts';

/** The receipt of a top-up of one of the caller's accounts, as PDF. 404 where none came with this receipt number. */
export const topupReceipt = documentOperation({
  name: 'topupReceipt',
  who: SIGNED_IN,
  ids: { accountNumber: 'account', receiptNumber: 'topup' },
  summary: 'Receipt of a top-up',
  parameters: z.object({
    /** The account that was loaded. */
    accountNumber,
    receiptNumber: z.string('required').check(z.regex(/^\d{12,30}$/, 'required')),
    /** Of the row in the account's list, where it is known: rows from before receipt numbers are found by it. */
    sequence: z.optional(z.int('required').check(z.minimum(1, 'required'))),
  }),
  errors: ['invalid_card_details', 'not_found'],
});
