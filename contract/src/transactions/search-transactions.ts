import * as z from 'zod/mini';
import { operation, SIGNED_IN } from '../operation.ts';
import { accountNumber, isoDate, money } from '../wire.ts';
import { spendingCategory, transaction } from './transaction.ts';
import { typed } from '../typed.ts';

/** Most rows that a search counts and adds up. Beyond it the totals are null. */
export const SEARCH_COUNT_MAX = 10_000;

/**
 * Posted rows of an account that match all that is given, newest first. The text is looked for in names,
 * references, amounts and names of categories in both languages; each word matches from its beginning.
 * Pending and declined rows are not searched: `transaction/recent` lists all of them.
 */
export const searchTransactions = operation({
  name: 'searchTransactions',
  method: 'POST',
  reads: true,
  path: 'transaction/search',
  auth: SIGNED_IN,
  proof: 'session',
  ids: { accountNumber: 'account' },
  summary: 'Search the posted transactions of an account',
  body: z.object({
    accountNumber,
    text: z.optional(z.string().check(typed.line(), z.maxLength(100, 'required'))),
    category: z.optional(spendingCategory),
    direction: z.optional(z.enum(['in', 'out'], 'required')),
    /** Days of the brand's time zone, both included. */
    from: z.optional(isoDate),
    to: z.optional(isoDate),
    count: z.int('required').check(z.minimum(1, 'required'), z.maximum(50, 'required')),
    /** Rows with a smaller Sequence alone: the Sequence of the last row of the page before. */
    before: z.optional(z.int('required').check(z.minimum(1, 'required'))),
  }),
  response: z.object({
    HasMore: z.boolean(),
    Transactions: z.array(transaction),
    /** How many rows match, whatever `before` says; null where there are more than 10,000. */
    Total: z.nullable(z.number()),
    /** Sums of what matches, both positive; null where Total is. */
    MoneyIn: z.nullable(money),
    MoneyOut: z.nullable(money),
    /**
     * False while older rows of a long account are not indexed yet: the next search goes further back.
     * What is newer than `SearchedTo` has been searched.
     */
    IsComplete: z.boolean(),
  }),
  errors: ['invalid_card_details'],
});
