import { operation, SIGNED_IN } from '../../operation.ts';
import { done } from '../../wire.ts';

/** Tells the server to forget what it keeps of the caller's card list; the next list is read anew. */
export const clearCards = operation({
  name: 'clearCards',
  method: 'POST',
  path: 'card/clearcards',
  auth: SIGNED_IN,
  proof: 'session',
  ids: {},
  summary: 'Forget the kept card list',
  response: done,
});
