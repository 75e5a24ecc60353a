import * as z from 'zod/mini';
import { operation } from '../operation.ts';
import { carriedBy } from '../proof.ts';
import { cardSecrets, collectionToken, pictured } from './store.ts';
import { accessCode, done, instant } from '../wire.ts';

/** Added: the target of a mailed link. It shows no secret and changes nothing. 20060 unknown, 20062 expired. */
export const getCollection = operation({
  name: 'getCollection',
  method: 'POST',
  reads: true,
  path: 'store/getCollection',
  auth: 'public',
  proof: carriedBy('Token'),
  summary: 'What a mailed link of the store leads to',
  body: z.object({ Token: collectionToken }),
  response: z.object({
    /** `order`: the buyer's order page. */
    Leads: z.enum(['order', 'gift']),
    Gift: z.nullable(
      z.object({
        ...pictured,
        RecipientName: z.string(),
        SenderName: z.string(),
        Message: z.string(),
        Amount: z.number(),
        /** When the link ends. */
        OpenBy: instant,
      }),
    ),
    /** Sender of a gift that was cancelled by its buyer or refunded; null: it was not. */
    CancelledBy: z.nullable(z.string()),
  }),
  errors: ['not_found', 'token_invalid', 'token_expired'],
});

/**
 * Added: opens the target of a mailed link, with the collection code. A gift's card is shown, again until it is
 * confirmed; an order's page is open to this browser from then on. 20052 for a wrong code; the fifth ends the link.
 */
export const collect = operation({
  name: 'collect',
  method: 'POST',
  path: 'store/collect',
  auth: 'public',
  proof: carriedBy('Token', 'Code'),
  summary: 'Open a mailed link with its collection code',
  body: z.object({ Token: collectionToken, Code: accessCode }),
  response: z.object({ OrderId: z.nullable(z.uuid()), Cards: z.array(cardSecrets) }),
  errors: ['not_found', 'token_invalid', 'token_expired', 'access_code_wrong'],
  errorFields: { access_code_wrong: 'Code' },
});

/** Added: the recipient has kept the card of a gift. Its link has ended. */
export const confirmCollected = operation({
  name: 'confirmCollected',
  method: 'POST',
  path: 'store/confirmCollected',
  auth: 'public',
  proof: carriedBy('Token', 'Code'),
  summary: 'Confirm that the card of a gift is kept',
  body: z.object({ Token: collectionToken, Code: accessCode }),
  response: done,
  errors: ['not_found', 'token_invalid', 'token_expired', 'access_code_wrong'],
  errorFields: { access_code_wrong: 'Code' },
});

/**
 * Added: mails a new link in place of the previous one, to the same address: for a link by its token, or of the order
 * page by the browser that knows the order. Cards that were not confirmed as kept can be shown for as long again. One
 * answer for every link, known or not.
 */
export const sendLinkAgain = operation({
  name: 'sendLinkAgain',
  method: 'POST',
  path: 'store/sendLinkAgain',
  auth: 'public',
  proof: carriedBy('Token', 'the cookie of the order'),
  summary: 'Mail a link of an order again',
  body: z.object({ Token: z.optional(collectionToken), OrderId: z.optional(z.uuid()) }),
  response: done,
  errors: ['not_found'],
});
