import * as z from 'zod/mini';
import { operation, WEB_ACCOUNT } from '../operation.ts';
import { accountNumber, done } from '../wire.ts';
import { typed } from '../typed.ts';

/** Characters of a note. */
export const NOTE_MAXIMUM = 200;

/** A cardholder's own words on a posted row. */
export const transactionNote = z.object({ Sequence: z.number(), Note: z.string() });

/** The caller's own notes on the rows of an account, of the newest 1,000 rows that have one. */
export const getTransactionNotes = operation({
  name: 'getTransactionNotes',
  method: 'POST',
  reads: true,
  path: 'transaction/getNotes',
  auth: WEB_ACCOUNT,
  proof: 'session',
  ids: { accountNumber: 'account' },
  summary: 'Own notes on transactions',
  body: z.object({ accountNumber }),
  response: z.object({ Notes: z.array(transactionNote) }),
  errors: ['invalid_card_details'],
});

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
    Note: z.string('required').check(typed.message(), z.maxLength(NOTE_MAXIMUM, 'required')),
  }),
  response: done,
  errors: ['invalid_card_details', 'not_found'],
  errorFields: { not_found: 'Sequence' },
});
