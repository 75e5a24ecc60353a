import * as z from 'zod/mini';
import { documentOperation as operation } from '../downloads/document.ts';
import { SIGNED_IN } from '../operation.ts';
import { accountNumber } from '../wire.ts';
import { exportFormat } from './export-format.ts';
import { searchTransactions } from './search-transactions.ts';

const sequence = z.int('required').check(z.minimum(1, 'required'));
const { text, category, direction, from, to } = searchTransactions.body.shape;

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
      search: z.optional(z.object({ text, category, direction, from, to })),
    })
    .check(
      z.refine(({ fromSequence, toSequence }) => fromSequence <= toSequence, {
        path: ['toSequence'],
        error: 'required',
      }),
    ),
  errors: ['invalid_card_details', 'not_found'],
});
