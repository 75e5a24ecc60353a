import * as z from 'zod/mini';
import { documentOperation } from '../downloads/document.ts';
import { SIGNED_IN } from '../operation.ts';
import { accountNumber } from '../wire.ts';
import { WHOLE_REFERENCE } from '../proof.ts';

/**
 * The receipt of a transfer that one of the caller's accounts paid, as PDF. 404 where the account paid none
 * with this receipt number.
 */
export const transferReceipt = documentOperation({
  name: 'transferReceipt',
  who: SIGNED_IN,
  ids: { accountNumber: 'account', receiptNumber: 'transfer' },
  summary: 'Receipt of a transfer',
  shows: WHOLE_REFERENCE,
  parameters: z.object({
    /** The account that paid. */
    accountNumber,
    receiptNumber: z.string('required').check(z.regex(/^\d{12,30}$/, 'required')),
    /**
     * Reference of the row in the account's list, where it is known. Rows older than receipt numbers are found by it.
     */
    sequence: z.optional(z.int('required').check(z.minimum(1, 'required'))),
  }),
  errors: ['invalid_card_details', 'not_found'],
});
