import * as z from 'zod/mini';
import { operation, WEB_ACCOUNT } from '../operation.ts';
import { done } from '../wire.ts';

/** Most cards that a login keeps. */
export const SAVED_CARDS_MAXIMUM = 5;

export const savedCardId = z
  .string('required')
  .check(z.regex(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/, 'required'));

/** A card that was used for a top-up and is offered again. The payment gateway keeps it; we keep no number. */
export const savedCard = z.object({
  SavedCardId: z.string(),
  /** Last four digits. */
  Ending: z.string(),
  /** Last month in which it works: `2028-12`. */
  Expires: z.string(),
});
export type SavedCard = z.output<typeof savedCard>;

/** The caller's saved cards that have not expired, the newest first. */
export const getSavedCards = operation({
  name: 'getSavedCards',
  method: 'POST',
  reads: true,
  path: 'payment/getSavedCards',
  auth: WEB_ACCOUNT,
  proof: 'session',
  ids: {},
  summary: 'Saved cards for top-ups',
  response: z.object({ Cards: z.array(savedCard) }),
  errors: [],
});

/** Remove a saved card. The gateway forgets it as well. */
export const removeSavedCard = operation({
  name: 'removeSavedCard',
  method: 'POST',
  path: 'payment/removeSavedCard',
  auth: WEB_ACCOUNT,
  proof: 'session',
  ids: { SavedCardId: 'savedCard' },
  summary: 'Remove a saved card',
  body: z.object({ SavedCardId: savedCardId }),
  response: done,
  errors: ['not_found'],
  errorFields: { not_found: 'SavedCardId' },
});
