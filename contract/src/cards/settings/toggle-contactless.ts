import * as z from 'zod/mini';
import { operation, WEB_ACCOUNT } from '../../operation.ts';
import { cardReference, done } from '../../wire.ts';

/** Tap and go on or off, where the product lets the cardholder choose (10001). */
export const toggleContactless = operation({
  name: 'toggleContactless',
  method: 'POST',
  path: 'card/toggleContactless',
  auth: WEB_ACCOUNT,
  proof: 'session',
  ids: { Card: 'card' },
  summary: 'Turn contactless purchases on or off',
  body: z.object({ Card: cardReference, NewContactlessValue: z.boolean('required') }),
  response: done,
  errors: ['invalid_card_details', 'card_problem'],
});
