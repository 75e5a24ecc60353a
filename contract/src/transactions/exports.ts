import * as z from 'zod/mini';
import { documentOperation as operation } from '../downloads/document.ts';
import { SIGNED_IN } from '../operation.ts';
import { accountNumber } from '../wire.ts';
import { searchTransactions } from './transactions.ts';

/** Kinds of file that transactions are exported as. `xlsx` is what people call Excel. */
export const EXPORT_FORMATS = ['pdf', 'xlsx', 'csv', 'ofx'] as const;

export const exportFormat = z.enum(EXPORT_FORMATS, 'required');

export type ExportFormat = z.output<typeof exportFormat>;

const month = z.string('required').check(z.regex(/^(19|20|21)\d{2}-(0[1-9]|1[0-2])$/, 'required'));

/**
 * The posted rows of whole months as a file, newest first, by the day that a row shows. 404 where these
 * months have no row.
 */
export const generateExportTransactionReportByDateRange = operation({
  name: 'generateExportTransactionReportByDateRange',
  method: 'POST',
  path: 'transaction/generateExportTransactionReportByDateRange',
  who: SIGNED_IN,
  ids: { accountNumber: 'account' },
  summary: 'Export of the transactions of months',
  parameters: z
    .object({
      accountNumber,
      /** `2026-07`; both months are included. */
      fromMonth: month,
      toMonth: month,
      format: exportFormat,
    })
    .check(z.refine(({ fromMonth, toMonth }) => fromMonth <= toMonth, { path: ['toMonth'], error: 'required' })),
  errors: ['invalid_card_details', 'not_found'],
});

const sequence = z.int('required').check(z.minimum(1, 'required'));

const { text, category, direction, from, to, atLeast, atMost } = searchTransactions.body.shape;

/**
 * The posted rows of a view as a file, newest first: those of a range of Sequences, both ends included, and
 * of them those that match the view's search. 404 where the range has no row.
 */
export const generateTransactionReportBySequenceRange = operation({
  name: 'generateTransactionReportBySequenceRange',
  method: 'POST',
  path: 'transaction/generateTransactionReportBySequenceRange',
  who: SIGNED_IN,
  ids: { accountNumber: 'account' },
  summary: 'Export of the transactions in view',
  parameters: z
    .object({
      accountNumber,
      fromSequence: sequence,
      toSequence: sequence,
      format: exportFormat,
      search: z.optional(z.object({ text, category, direction, from, to, atLeast, atMost })),
    })
    .check(
      z.refine(({ fromSequence, toSequence }) => fromSequence <= toSequence, {
        path: ['toSequence'],
        error: 'required',
      }),
    ),
  errors: ['invalid_card_details', 'not_found'],
});
