import * as z from 'zod/mini';
import { operation } from '../operation.ts';
import { brandIdentifier, isoDate } from '../wire.ts';
import { LANGUAGES } from '../rules/languages.ts';
import { cardSecrets, orderBody, orderedCard, orderView, storeEmail } from './store.ts';
import { carriedBy } from '../proof.ts';
import { openedPayment, pageLanguage } from '../topup/card-topup.ts';

/**
 * Added: freezes an order of a guest, which can no longer be changed before it is paid. 20071 for an amount outside of
 * its product's limits, too many cards, or more than an order may be worth; the field says which. 20010 at DateOfBirth
 * for someone who is too young. 10001 for a product that the store does not sell.
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
    /** Compared with the minimum age and not stored. */
    DateOfBirth: isoDate,
    Items: z.array(orderedCard).check(z.minLength(1, 'required'), z.maxLength(100, 'required')),
  }),
  response: z.object({ OrderId: z.uuid() }),
  errors: ['not_found', 'required_field', 'outside_load_limits', 'card_problem'],
});

/** Added: opens a payment for an order at the gateway. An earlier open payment of it is ended first. */
export const payOrder = operation({
  name: 'payOrder',
  method: 'POST',
  path: 'store/payOrder',
  auth: 'public',
  proof: carriedBy('the cookie of the order'),
  summary: 'Open the payment of an order',
  body: z.extend(orderBody, { Language: pageLanguage }),
  response: openedPayment,
  errors: ['not_found', 'card_problem', 'payment_on_its_way'],
});

/** Added: an order, for the browser that placed it or has given its code. Asks the gateway if no notice came. */
export const getOrder = operation({
  name: 'getOrder',
  method: 'POST',
  reads: true,
  path: 'store/getOrder',
  auth: 'public',
  proof: carriedBy('the cookie of the order'),
  summary: 'Where an order stands',
  body: orderBody,
  response: orderView,
  errors: ['not_found'],
});

/** Added: the receipt of a paid order as a PDF to save, for the browser that placed it or has given its code. */
export const getOrderReceipt = operation({
  name: 'getOrderReceipt',
  method: 'POST',
  path: 'store/getOrderReceipt',
  auth: 'public',
  proof: carriedBy('the cookie of the order'),
  summary: 'Receipt of an order',
  body: z.extend(orderBody, { Language: z.enum(LANGUAGES) }),
  response: z.object({
    FileName: z.string(),
    /** The bytes of the file, base64. */
    Content: z.base64(),
  }),
  errors: ['not_found'],
});

/** Added: the secrets of the buyer's own cards, again until they are confirmed as kept. 20062 afterwards. */
export const revealOrderCards = operation({
  name: 'revealOrderCards',
  method: 'POST',
  path: 'store/revealOrderCards',
  auth: 'public',
  proof: carriedBy('the cookie of the order'),
  summary: 'Show the cards of an order to its buyer',
  body: orderBody,
  response: z.object({ Cards: z.array(cardSecrets) }),
  errors: ['not_found', 'token_expired'],
});

/** Added: the buyer has kept the secrets. They are no longer shown. */
export const confirmKept = operation({
  name: 'confirmKept',
  method: 'POST',
  path: 'store/confirmKept',
  auth: 'public',
  proof: carriedBy('the cookie of the order'),
  summary: 'Confirm that the cards of an order are kept',
  body: orderBody,
  response: orderView,
  errors: ['not_found', 'token_expired'],
});

/**
 * Added: sends the link of a gift again, or withdraws a gift that was not opened: its remaining balance is refunded to
 * the card that paid. 10001 if it was opened or withdrawn before, and for the link of a gift before its day.
 */
export const changeGift = operation({
  name: 'changeGift',
  method: 'POST',
  path: 'store/changeGift',
  auth: 'public',
  proof: carriedBy('the cookie of the order'),
  summary: 'Send a gift again, or take it back',
  body: z.extend(orderBody, { ItemId: z.number(), Act: z.enum(['sendAgain', 'takeBack']) }),
  response: orderView,
  errors: ['not_found', 'card_problem', 'too_many_requests'],
});
