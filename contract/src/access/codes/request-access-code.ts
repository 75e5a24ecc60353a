import { operation } from '../../operation.ts';
import { codeConfirmation, codeRequest } from './request-code.ts';

/** Sends a new access code to the registered contact of a card; the old one dies. 3 in 24 hours. */
export const requestAccessCode = operation({
  name: 'requestAccessCode',
  method: 'POST',
  path: 'card/requestAccessCode',
  auth: 'public',
  proof: 'none',
  summary: 'Request a new access code',
  body: codeRequest,
  response: codeConfirmation,
  errors: ['required_field'],
});
