import * as z from 'zod/mini';
import { operation, WEB_ACCOUNT } from '../../operation.ts';
import { CARD_NAME, CARD_NAME_MAXIMUM } from '../../rules/card-name.ts';
import { cardReference, done } from '../../wire.ts';
import { typed } from '../../typed.ts';

/** The name by which the cardholder knows the card; what is embossed stays. */
export const changeName = operation({
  name: 'changeName',
  method: 'POST',
  path: 'card/changeName',
  auth: WEB_ACCOUNT,
  proof: 'session',
  ids: { Card: 'card' },
  summary: 'Change the name of a card',
  body: z.object({
    Card: cardReference,
    CardName: z
      .string()
      .check(
        typed.name(),
        z.minLength(1, 'required'),
        z.maxLength(CARD_NAME_MAXIMUM, 'invalidCardName'),
        z.regex(CARD_NAME, 'invalidCardName'),
      ),
  }),
  response: done,
  errors: ['invalid_card_details', 'card_problem'],
});
