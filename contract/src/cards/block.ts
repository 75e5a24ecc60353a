import * as z from 'zod/mini';
import { operation, SIGNED_IN, WEB_ACCOUNT } from '../operation.ts';
import { cardBody, cardReference } from '../wire.ts';

/** Answer to a block or a report. */
export const cardReport = z.object({
  IsSuccessful: z.literal(true),
  /** Reference that the cardholder quotes: YYDDD, a sequence of 6 digits or more, and a check digit (Luhn). */
  ReferenceNumber: z.nullable(z.string()),
});

/** Only the programme can unblock it. Reloadable cards that are not on their way (10001). */
export const blockCard = operation({
  name: 'blockCard',
  method: 'POST',
  path: 'card/block',
  auth: WEB_ACCOUNT,
  proof: 'session',
  ids: { Card: 'card' },
  summary: 'Block a card',
  body: cardBody,
  response: cardReport,
  errors: ['invalid_card_details', 'card_problem'],
});

/**
 * No card of its number works again. The report is accepted in every state of the card; a repeated report returns the
 * first reference number.
 */
export const reportLost = operation({
  name: 'reportLost',
  method: 'POST',
  path: 'card/lost',
  auth: SIGNED_IN,
  proof: 'session',
  ids: { Card: 'card' },
  summary: 'Report a card lost or stolen',
  body: z.object({
    Card: cardReference,
    /** Absent: lost. */
    IsStolen: z.optional(z.boolean('required')),
  }),
  response: cardReport,
  errors: ['invalid_card_details'],
});
