import * as z from 'zod/mini';
import { operation, SIGNED_IN } from '../../operation.ts';
import { cardBody, money } from '../../wire.ts';

/** What it costs to upgrade a card to a reloadable one. */
export const getCardUpgradeFee = operation({
  name: 'getCardUpgradeFee',
  method: 'POST',
  path: 'card/getCardUpgradeFee',
  auth: SIGNED_IN,
  proof: 'session',
  ids: { Card: 'card' },
  summary: 'Fee for upgrading a card',
  body: cardBody,
  response: z.object({
    /** Dollars. */
    UpgradeFee: money,
  }),
  errors: ['invalid_card_details'],
});
