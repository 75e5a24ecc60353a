import { operation, SIGNED_IN } from '../operation.ts';
import { cardBody, done } from '../wire.ts';

/** Active to ActiveOff: purchases and withdrawals are declined until it is turned on. */
export const turnCardOff = operation({
  name: 'turnCardOff',
  method: 'POST',
  path: 'card/turnCardOff',
  auth: SIGNED_IN,
  proof: 'session',
  ids: { Card: 'card' },
  summary: 'Turn a card off for a while',
  body: cardBody,
  response: done,
  errors: ['invalid_card_details', 'card_problem'],
});

/** ActiveOff back to Active. A blocked or expired card cannot be turned on (10001). */
export const turnCardOn = operation({
  name: 'turnCardOn',
  method: 'POST',
  path: 'card/turnCardOn',
  auth: SIGNED_IN,
  proof: 'session',
  ids: { Card: 'card' },
  summary: 'Turn a card on again',
  body: cardBody,
  response: done,
  errors: ['invalid_card_details', 'card_problem'],
});
