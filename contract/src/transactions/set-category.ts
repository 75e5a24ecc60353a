import * as z from 'zod/mini';
import { operation, SIGNED_IN } from '../operation.ts';
import { done } from '../wire.ts';
import { postedRow, spendingCategory, type TransactionKind } from './transaction.ts';

/** Kinds of row that have a merchant. */
export const MERCHANT_KINDS: readonly TransactionKind[] = ['purchase', 'cash', 'refund'];

/** Kinds of row whose category can be changed. */
export const CATEGORY_KINDS: readonly TransactionKind[] = [...MERCHANT_KINDS, 'bpay'];

/**
 * Change the category of a posted row, for everyone who shares the account. 404 for a row of another kind, and for
 * `IsForMerchant` on one without a merchant.
 */
export const setTransactionCategory = operation({
  name: 'setTransactionCategory',
  method: 'POST',
  path: 'transaction/setCategory',
  auth: SIGNED_IN,
  proof: 'session',
  ids: { accountNumber: 'account', Sequence: 'transaction' },
  summary: 'Change the category of a transaction',
  body: z.object({
    ...postedRow,
    Category: spendingCategory,
    /** True: the category also applies to later purchases at this merchant. */
    IsForMerchant: z.optional(z.boolean()),
  }),
  response: done,
  errors: ['invalid_card_details', 'not_found'],
  errorFields: { not_found: 'Sequence' },
});
