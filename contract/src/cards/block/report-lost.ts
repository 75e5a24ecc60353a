import * as z from 'zod/mini';
import { operation, SIGNED_IN } from '../../operation.ts';
import { cardReference } from '../../wire.ts';
import { cardReport } from './card-report.ts';

/**
 * No card of its number works again. It is taken whatever the card is; reported twice, the first reference number is
 * answered.
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
