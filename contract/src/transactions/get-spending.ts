import * as z from 'zod/mini';
import { operation, SIGNED_IN } from '../operation.ts';
import { cardBody, isoDate, money } from '../wire.ts';
import { spendingCategory } from './transaction.ts';

/** Spending of an account for the chart on card home: six months, and this month by category. */
export const getSpending = operation({
  name: 'getSpending',
  method: 'POST',
  reads: true,
  path: 'transaction/spending',
  auth: SIGNED_IN,
  proof: 'session',
  ids: { Card: 'card' },
  summary: 'Spending by month and category',
  body: cardBody,
  response: z.object({
    /** First day of each month, oldest first; the last is the current month. Net of refunds, so one may be below zero. */
    Months: z.array(z.object({ Month: isoDate, Amount: money })),
    Categories: z.array(z.object({ Category: spendingCategory, Amount: money })),
    /** Spent by this day of the month before, to compare with. */
    PreviousToDate: money,
    /** Interest received this month. */
    InterestThisMonth: money,
  }),
  errors: ['invalid_card_details'],
});
