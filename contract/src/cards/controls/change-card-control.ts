import * as z from 'zod/mini';
import { operation, WEB_ACCOUNT } from '../../operation.ts';
import { freshWhen } from '../../proof.ts';
import { cardReference } from '../../wire.ts';
import { cardControl, cardControls } from './card-controls.ts';

/**
 * Allows or refuses a way to pay or a kind of shop. To allow gambling again begins a wait, after which it is allowed.
 * 10001 for a card that is not in use, 20010 for a control that its product does not leave to its holder.
 */
export const changeCardControl = operation({
  name: 'changeCardControl',
  method: 'POST',
  path: 'card/changeControl',
  auth: WEB_ACCOUNT,
  proof: freshWhen('something is allowed again'),
  ids: { Card: 'card' },
  summary: 'Allow or refuse a way to pay or a kind of shop',
  body: z.object({ Card: cardReference, Control: cardControl, IsAllowed: z.boolean('required') }),
  response: cardControls,
  errors: ['invalid_card_details', 'card_problem', 'required_field'],
  errorFields: { required_field: 'Control' },
});
