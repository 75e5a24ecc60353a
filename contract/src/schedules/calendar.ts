import * as z from 'zod/mini';
import { documentOperation } from '../downloads/document.ts';
import { SIGNED_IN } from '../operation.ts';
import { accountNumber } from '../wire.ts';

/** A regular payment without an end is in its calendar for this many months from its next payment. */
export const CALENDAR_MONTHS = 12;

/**
 * The days on which one of the caller's scheduled payments will be made, as a calendar (RFC 5545). 404 where none with
 * this receipt number will be: it has ended, is held, or waits for its payer.
 */
export const scheduleCalendar = documentOperation({
  name: 'scheduleCalendar',
  who: SIGNED_IN,
  ids: { accountNumber: 'account', receiptNumber: 'scheduleReceipt' },
  summary: 'Days of a scheduled payment, for a calendar',
  parameters: z.object({
    /** The account that pays. */
    accountNumber,
    /** Number of the receipt that it was scheduled with. */
    receiptNumber: z.string('required').check(z.regex(/^\d{12,30}$/, 'required')),
  }),
  errors: ['invalid_card_details', 'not_found'],
});
