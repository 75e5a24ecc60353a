import * as z from 'zod/mini';
import { operation, SIGNED_IN } from '../operation.ts';
import { cardReference } from '../wire.ts';
import { transactionList } from './transaction.ts';

/**
 * Pending rows, the declined of the last 30 days, then the 10 newest posted. The documents send a
 * card and a flag that is always true; the flag asks for the rows that have no Sequence.
 */
export const getRecentTransactions = operation({
  name: 'getRecentTransactions',
  method: 'POST',
  reads: true,
  path: 'transaction/recent',
  auth: SIGNED_IN,
  proof: 'session',
  ids: { Card: 'card' },
  summary: 'Pending, declined and newest posted transactions of a card',
  body: z.object({ Card: cardReference, IncludePending: z.optional(z.boolean()) }),
  response: transactionList,
  errors: ['invalid_card_details'],
});
