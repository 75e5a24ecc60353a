import { operation } from '../../operation.ts';
import { codeConfirmation, codeRequest } from './request-code.ts';

/** Sends a new activation code to the registered contact of a card that is not active yet. 3 in 24 hours. */
export const requestActivationCode = operation({
  name: 'requestActivationCode',
  method: 'POST',
  path: 'card/requestActivationCode',
  auth: 'public',
  proof: 'none',
  summary: 'Request a new activation code',
  body: codeRequest,
  response: codeConfirmation,
  errors: ['required_field'],
});
