import * as z from 'zod/mini';
import { operation, SIGNED_IN } from '../operation.ts';
import { accountNumber } from '../wire.ts';
import { transactionList } from './transaction.ts';

const wholeNumber = z.pipe(z.string().check(z.regex(/^\d{1,12}$/, 'required')), z.transform(Number));

/**
 * Posted rows, newest first. `skip` counts back from the newest row, or from `asOf` (a Sequence),
 * which keeps the pages still while new rows arrive. Answered from the gapless Sequence, so the
 * millionth row costs as much as the first.
 */
export const getTransactions = operation({
  name: 'getTransactions',
  method: 'GET',
  path: 'transaction',
  auth: SIGNED_IN,
  proof: 'session',
  ids: { accountNumber: 'account' },
  summary: 'Posted transactions of an account, page by page',
  query: z.object({
    accountNumber,
    count: z.pipe(wholeNumber, z.number().check(z.minimum(1, 'required'), z.maximum(50, 'required'))),
    skip: wholeNumber,
    asOf: z.optional(wholeNumber),
  }),
  response: z.object({
    ...transactionList.shape,
    /** Sequence of the newest row of this listing: send it back as asOf. 0 when there is none. */
    AsOf: z.number(),
    /** Rows in the listing: the Sequence counts them. */
    Total: z.number(),
  }),
  errors: ['invalid_card_details'],
});
