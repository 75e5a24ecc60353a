import * as z from 'zod/mini';
import { operation, WEB_ACCOUNT } from '../../operation.ts';
import { accountNumber } from '../../wire.ts';
import { transactionNote } from './transaction-note.ts';

/** The caller's own notes on the rows of an account, of the newest 1,000 rows that have one. */
export const getTransactionNotes = operation({
  name: 'getTransactionNotes',
  method: 'POST',
  path: 'transaction/getNotes',
  auth: WEB_ACCOUNT,
  proof: 'session',
  ids: { accountNumber: 'account' },
  summary: 'Own notes on transactions',
  body: z.object({ accountNumber }),
  response: z.object({ Notes: z.array(transactionNote) }),
  errors: ['invalid_card_details'],
});
