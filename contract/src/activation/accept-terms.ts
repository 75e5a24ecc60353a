import * as z from 'zod/mini';
import { ACTIVATION_OR_LOGIN, operation } from '../operation.ts';
import { requiredText } from '../wire.ts';
import { activationView, OUT_OF_TURN } from './activation.ts';

/** Added: accepts the terms of the card's product. `Version` is the one that was shown. */
export const acceptTerms = operation({
  name: 'acceptTerms',
  method: 'POST',
  path: 'card/acceptTerms',
  auth: ACTIVATION_OR_LOGIN,
  proof: 'session',
  ids: {},
  summary: 'Accept the terms of a card',
  body: z.object({ Version: requiredText, AcceptedTerms: z.literal(true, 'required') }),
  response: activationView,
  errors: OUT_OF_TURN,
  errorFields: { required_field: 'AcceptedTerms' },
});
