import * as z from 'zod/mini';
import { operation, SIGNED_IN } from '../../operation.ts';
import { carriedBy } from '../../proof.ts';
import { done } from '../../wire.ts';
import { signedCredential } from '../passkeys.ts';
import { PROOF_METHODS, proofSubject } from './step-up.ts';
import { typed } from '../../typed.ts';

const secret = z.optional(z.string().check(z.minLength(1, 'required'), z.maxLength(400, 'required')));

const code = z.optional(z.string().check(typed.digits(), typed.required(), z.maxLength(400, 'required')));

/**
 * Proves that the signed-in person is there: by a passkey, the passcode of this device, the password, or the
 * access code of a card-only person. Wrong ones are counted as at the sign-in, apart from it. A method that the
 * person does not have, or that is no proof for this purpose, is refused with 20010.
 */
export const giveProof = operation({
  name: 'giveProof',
  method: 'POST',
  path: 'stepUp/Give',
  auth: SIGNED_IN,
  proof: carriedBy('currentpassword', 'passcode', 'accesscode', 'credential'),
  ids: { deviceuuid: 'anyone', credential: 'proof' },
  summary: 'Prove that the signed-in person is there',
  body: z.object({
    ...proofSubject,
    Method: z.enum(PROOF_METHODS),
    currentpassword: secret,
    passcode: code,
    deviceuuid: z.optional(z.string().check(z.maxLength(100))),
    accesscode: code,
    credential: z.optional(signedCredential),
  }),
  response: done,
  errors: [
    'required_field',
    'current_password_wrong',
    'account_locked',
    'passcode_wrong',
    'passcode_locked',
    'invalid_card_details',
    'wrong_origin',
  ],
  errorFields: {
    current_password_wrong: 'currentpassword',
    passcode_wrong: 'passcode',
    passcode_locked: 'passcode',
    invalid_card_details: 'accesscode',
  },
});
