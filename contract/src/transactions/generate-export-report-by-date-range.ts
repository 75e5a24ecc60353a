import * as z from 'zod/mini';
import { documentOperation as operation } from '../downloads/document.ts';
import { SIGNED_IN } from '../operation.ts';
import { accountNumber } from '../wire.ts';
import { exportFormat } from './export-format.ts';

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
