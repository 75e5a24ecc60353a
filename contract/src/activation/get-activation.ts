import { ACTIVATION_OR_LOGIN, operation } from '../operation.ts';
import { activationView } from './activation.ts';

/** Added: the activation of this session, so that a reload goes on where it was. 404 where there is none. */
export const getActivation = operation({
  name: 'getActivation',
  method: 'GET',
  path: 'card/activation',
  auth: ACTIVATION_OR_LOGIN,
  proof: 'session',
  ids: {},
  summary: 'The activation of this session',
  response: activationView,
  errors: ['not_found'],
});
