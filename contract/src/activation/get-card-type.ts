import * as z from 'zod/mini';
import { operation, WEB_ACCOUNT } from '../operation.ts';
import { cardId, cardNumber } from '../wire.ts';

/**
 * Whether a card that somebody adds is reloadable. An unknown number is answered like a reloadable card's, so that
 * nobody learns which exist.
 */
export const getCardType = operation({
  name: 'getCardType',
  method: 'POST',
  reads: true,
  path: 'card/type',
  auth: WEB_ACCOUNT,
  proof: 'session',
  ids: { CardNumber: 'anyone' },
  summary: 'Whether a card is reloadable',
  body: z.object({ CardNumber: z.union([cardNumber, cardId], 'cardNumberInvalid') }),
  response: z.object({ IsReloadable: z.boolean() }),
});
