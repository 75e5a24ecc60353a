import { operation, WEB_ACCOUNT } from '../../operation.ts';
import { cardBody } from '../../wire.ts';
import { cardControls } from './card-controls.ts';

/** Where and for what a card works, as far as its holder decides. */
export const getCardControls = operation({
  name: 'getCardControls',
  method: 'POST',
  path: 'card/getControls',
  auth: WEB_ACCOUNT,
  proof: 'session',
  ids: { Card: 'card' },
  summary: 'Where and for what a card works',
  body: cardBody,
  response: cardControls,
  errors: ['invalid_card_details', 'card_problem'],
});
