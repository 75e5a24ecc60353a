import * as z from 'zod/mini';
import { operation, WEB_ACCOUNT } from '../../operation.ts';
import { accountNumber, done } from '../../wire.ts';
import { NOTE_MAXIMUM } from './transaction-note.ts';

/** Writes a note on a posted row. An empty one takes it away. 404 for a row that is not there. */
export const saveTransactionNote = operation({
  name: 'saveTransactionNote',
  method: 'POST',
  path: 'transaction/saveNote',
  auth: WEB_ACCOUNT,
  proof: 'session',
  ids: { accountNumber: 'account', Sequence: 'transaction' },
  summary: 'Write a note on a transaction',
  body: z.object({
    accountNumber,
    Sequence: z.int('required').check(z.minimum(1, 'required')),
    Note: z.string('required').check(z.trim(), z.maxLength(NOTE_MAXIMUM, 'required')),
  }),
  response: done,
  errors: ['invalid_card_details', 'not_found'],
  errorFields: { not_found: 'Sequence' },
});
