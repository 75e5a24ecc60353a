import * as z from 'zod/mini';
import { operation } from '../operation.ts';
import { brandIdentifier, isoDate, money } from '../wire.ts';
import { storeProduct } from './store.ts';

/** Added: what a brand's store sells, and its rules. 404 where the brand has no store. */
export const getStoreCatalogue = operation({
  name: 'getStoreCatalogue',
  method: 'GET',
  path: 'store/catalogue',
  auth: 'public',
  proof: 'none',
  summary: 'What the store of a brand sells',
  query: z.object({ brand: z.optional(brandIdentifier) }),
  response: z.object({
    Products: z.array(storeProduct),
    /** Dollars, once an order. */
    Fee: money,
    /** Cards of an order at most; the same as maximumCardPurchaseNum. */
    MaximumCards: z.number(),
    /** Dollars on all of them together at most. */
    MaximumTotal: money,
    /** Whole years that a buyer must have turned. */
    MinimumAge: z.number(),
    /** Whole years of who activates a reloadable card. */
    ReloadableMinimumAge: z.number(),
    /** The business day, and the last one on which a gift can be given. */
    Today: isoDate,
    LastGiftDay: isoDate,
  }),
  errors: ['not_found'],
});
