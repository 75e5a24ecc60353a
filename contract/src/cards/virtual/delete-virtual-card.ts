import { operation, WEB_ACCOUNT } from '../../operation.ts';
import { cardBody, done } from '../../wire.ts';

/** Closes a virtual card that its holder has made, for good. 10001 for any other card. */
export const deleteVirtualCard = operation({
  name: 'deleteVirtualCard',
  method: 'POST',
  path: 'card/deleteVirtual',
  auth: WEB_ACCOUNT,
  proof: 'session',
  ids: { Card: 'card' },
  summary: 'Close a virtual card',
  body: cardBody,
  response: done,
  errors: ['invalid_card_details', 'card_problem'],
});
