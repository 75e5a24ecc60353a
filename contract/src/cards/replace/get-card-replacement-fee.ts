import * as z from 'zod/mini';
import { operation, WEB_ACCOUNT } from '../../operation.ts';
import { cardBody, money } from '../../wire.ts';

/** What a new card costs, by why it is needed. */
export const getCardReplacementFee = operation({
  name: 'getCardReplacementFee',
  method: 'POST',
  path: 'card/getCardReplacementFee',
  auth: WEB_ACCOUNT,
  proof: 'session',
  ids: { Card: 'card' },
  summary: 'Fee for replacing a card',
  body: cardBody,
  response: z.object({
    /** Of the card as it is now. */
    ReplacementFee: money,
    /** Of the same card once it is reported stolen. */
    StolenReplacementFee: money,
  }),
  errors: ['invalid_card_details'],
});
