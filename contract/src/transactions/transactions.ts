import * as z from 'zod/mini';
import { operation } from '../operation.ts';
import { SIGNED_IN_OR_VIEW } from '../viewed.ts';
import { accountNumber, cardBody, cardReference, isoDate, money } from '../wire.ts';
import { merchantName, spendingCategory, transaction, transactionList } from './transaction.ts';
import { typed } from '../typed.ts';

/**
 * Pending rows, the declined and lapsed of the last 30 days, then the 10 newest posted. The documents send a
 * card and a flag that is always true; the flag asks for the rows that have no Sequence.
 */
export const getRecentTransactions = operation({
  name: 'getRecentTransactions',
  method: 'POST',
  reads: true,
  path: 'transaction/recent',
  auth: SIGNED_IN_OR_VIEW,
  proof: 'session',
  ids: { Card: 'card' },
  summary: 'Pending, declined, lapsed and newest posted transactions of a card',
  body: z.object({ Card: cardReference, IncludePending: z.optional(z.boolean()) }),
  response: transactionList,
  errors: ['invalid_card_details'],
});

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
  auth: SIGNED_IN_OR_VIEW,
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

/** Dollars that an amount is compared with, whatever its sign. */
const amountBound = z.number('errorAmount').check(z.minimum(0, 'errorAmount'), z.maximum(99_999_999.99, 'errorAmount'));

/** Most rows that a search counts and adds up. Beyond it the totals are null. */
export const SEARCH_COUNT_MAX = 10_000;

/**
 * Posted rows of an account that match all that is given, newest first. The text is looked for in names,
 * references, amounts and names of categories in both languages; each word matches from its beginning.
 * Pending and declined rows are not searched: `transaction/recent` lists all of them. Staff who view the account
 * get `view_only` for words, a category or a merchant: own notes are searched too, and an account may be indexed.
 */
export const searchTransactions = operation({
  name: 'searchTransactions',
  method: 'POST',
  reads: true,
  path: 'transaction/search',
  auth: SIGNED_IN_OR_VIEW,
  proof: 'session',
  ids: { accountNumber: 'account' },
  summary: 'Search the posted transactions of an account',
  body: z.object({
    accountNumber,
    text: z.optional(z.string().check(typed.line(), z.maxLength(100, 'required'))),
    category: z.optional(spendingCategory),
    /** Only purchases at one merchant and refunds from it, by the Description of its rows. */
    merchant: z.optional(merchantName),
    direction: z.optional(z.enum(['in', 'out'], 'required')),
    /** Days of the brand's time zone, both included. */
    from: z.optional(isoDate),
    to: z.optional(isoDate),
    /** Amounts without their sign, both included. */
    atLeast: z.optional(amountBound),
    atMost: z.optional(amountBound),
    count: z.int('required').check(z.minimum(1, 'required'), z.maximum(50, 'required')),
    /** Only rows with a smaller Sequence: the Sequence of the last row of the page before. */
    before: z.optional(z.int('required').check(z.minimum(1, 'required'))),
  }),
  response: z.object({
    HasMore: z.boolean(),
    Transactions: z.array(transaction),
    /** How many rows match, whatever `before` says; null if there are more than 10,000. */
    Total: z.nullable(z.number()),
    /** Sums of what matches, both positive; null if Total is. */
    MoneyIn: z.nullable(money),
    MoneyOut: z.nullable(money),
    /** The same by month, newest first; a month has at least one row. Empty if Total is null. */
    Months: z.array(
      z.object({
        Month: z.string().check(z.regex(/^\d{4}-\d{2}$/)),
        Total: z.number(),
        MoneyIn: money,
        MoneyOut: money,
      }),
    ),
    /**
     * False while older rows of a long account are not indexed yet: the next search goes further back.
     * What is newer than `SearchedTo` has been searched.
     */
    IsComplete: z.boolean(),
  }),
  errors: ['invalid_card_details', 'view_only'],
});

/** Spending of an account for the chart on card home: six months, each by category. */
export const getSpending = operation({
  name: 'getSpending',
  method: 'POST',
  reads: true,
  path: 'transaction/spending',
  auth: SIGNED_IN_OR_VIEW,
  proof: 'session',
  ids: { Card: 'card' },
  summary: 'Spending by month and category',
  body: cardBody,
  response: z.object({
    /** First day of each month, oldest first; the last is the current month. Net of refunds, so one may be below zero. */
    Months: z.array(z.object({ Month: isoDate, Amount: money })),
    /** Spending of the current month. */
    Categories: z.array(z.object({ Category: spendingCategory, Amount: money })),
    /** Added: spending of the months before it, that of a month by its amounts. */
    EarlierCategories: z.array(z.object({ Month: isoDate, Category: spendingCategory, Amount: money })),
    /** Spent by this day of the month before, to compare with. */
    PreviousToDate: money,
    /** Interest received this month. */
    InterestThisMonth: money,
  }),
  errors: ['invalid_card_details'],
});
