import * as z from 'zod/mini';
import { operation, WEB_ACCOUNT } from '../../operation.ts';
import { cardReference, money } from '../../wire.ts';

/**
 * Asks for a reloadable card in the place of this one and takes the fee from the account. The programme grants or
 * refuses it; a refusal gives the fee back.
 */
export const requestUpgrade = operation({
  name: 'requestUpgrade',
  method: 'POST',
  path: 'card/requestUpgrade',
  auth: WEB_ACCOUNT,
  proof: 'session',
  money: true,
  ids: { Card: 'card' },
  summary: 'Request the upgrade of a card',
  body: z.object({ Card: cardReference }),
  response: z.object({
    result: z.literal(true),
    ReferenceNumber: z.string(),
    /** Dollars that were charged. */
    Fee: money,
  }),
  errors: ['invalid_card_details', 'card_problem', 'fee_not_covered', 'key_reused'],
});
