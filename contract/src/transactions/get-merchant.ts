import * as z from 'zod/mini';
import { operation } from '../operation.ts';
import { SIGNED_IN_OR_VIEW } from '../viewed.ts';
import { instant, isoDate, money } from '../wire.ts';
import { postedRow, spendingCategory } from './transaction.ts';

/** Spent at a merchant, net of refunds, and how many purchases that were. */
const spent = z.object({ Amount: money, Count: z.number() });

/** Names the merchant of a posted row, and sums what the account has spent there. */
export const getMerchant = operation({
  name: 'getMerchant',
  method: 'POST',
  reads: true,
  path: 'transaction/merchant',
  auth: SIGNED_IN_OR_VIEW,
  proof: 'session',
  ids: { accountNumber: 'account', Sequence: 'transaction' },
  summary: 'A merchant and what was spent there',
  body: z.object(postedRow),
  response: z.object({
    Name: z.string(),
    /** Category of purchases that are posted from now on. */
    Category: spendingCategory,
    RawDescription: z.nullable(z.string()),
    FirstAt: instant,
    ThisMonth: spent,
    ThisYear: spent,
    /** First day of each of six months, oldest first; the last is the current month. */
    Months: z.array(z.object({ Month: isoDate, Amount: money })),
    /** False while rows of the account are not indexed yet, which a view does not do. */
    IsComplete: z.boolean(),
  }),
  errors: ['invalid_card_details', 'not_found'],
  errorFields: { not_found: 'Sequence' },
});
