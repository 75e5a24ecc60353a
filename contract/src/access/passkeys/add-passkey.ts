import * as z from 'zod/mini';
import { operation, WEB_ACCOUNT } from '../../operation.ts';
import { carriedBy } from '../../proof.ts';
import { done } from '../../wire.ts';
import { newCredential, passkeyName } from './passkey.ts';

/**
 * Keeps the passkey that the browser has made. Refused with 20010 where it does not answer a challenge
 * of this session, was made without its user being verified, is there already, or is one too many; with 421 where
 * it was made at another origin than the configured ones.
 */
export const addPasskey = operation({
  name: 'addPasskey',
  method: 'POST',
  path: 'onlineAccount/AddPasskey',
  auth: WEB_ACCOUNT,
  proof: carriedBy('credential'),
  ids: { credential: 'proof' },
  summary: 'Add a passkey',
  body: z.object({ Name: passkeyName, credential: newCredential }),
  response: done,
  errors: ['not_found', 'required_field', 'wrong_origin'],
});
