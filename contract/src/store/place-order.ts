import * as z from 'zod/mini';
import { operation } from '../operation.ts';
import { brandIdentifier, isoDate } from '../wire.ts';
import { LANGUAGES } from '../rules/languages.ts';
import { orderedCard, storeEmail } from './store.ts';

/**
 * Added: freezes an order of a guest, which is then paid for as it stands. 20071 for an amount outside of its
 * product's limits, too many cards, or more than an order may be worth; the field says which. 20010 at DateOfBirth
 * for somebody who is too young. 10001 for a product that the store does not sell.
 */
export const placeOrder = operation({
  name: 'placeOrder',
  method: 'POST',
  path: 'store/placeOrder',
  auth: 'public',
  proof: 'none',
  summary: 'Freeze an order of the store',
  body: z.object({
    brand: z.optional(brandIdentifier),
    Language: z.enum(LANGUAGES),
    Email: storeEmail,
    /** Compared with the least age and not kept. */
    DateOfBirth: isoDate,
    Items: z.array(orderedCard).check(z.minLength(1, 'required'), z.maxLength(100, 'required')),
  }),
  response: z.object({ OrderId: z.uuid() }),
  errors: ['not_found', 'required_field', 'outside_load_limits', 'card_problem'],
});
