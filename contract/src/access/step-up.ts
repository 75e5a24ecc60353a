import * as z from 'zod/mini';
import { operation, SIGNED_IN } from '../operation.ts';
import { carriedBy } from '../proof.ts';
import { done } from '../wire.ts';
import { signedCredential } from './passkeys.ts';
import { typed } from '../typed.ts';

/**
 * Purpose of a proof. `account`: settings and ways to sign in, for 5 minutes in this session. The others can be used
 * once, for exactly the named content.
 */
export const PROOF_PURPOSES = ['account', 'payment', 'payee'] as const;
export type ProofPurpose = (typeof PROOF_PURPOSES)[number];

/** How a person proves to be there: `accessCode` if they only have a card. */
export const PROOF_METHODS = ['passkey', 'passcode', 'password', 'accessCode'] as const;
export type ProofMethod = (typeof PROOF_METHODS)[number];

/**
 * Content that a person agrees to, as names and texts: amounts with two decimals, days as `yyyy-MM-dd`. The side that
 * asks for the proof and the side that uses it build it by the same function of the contract.
 */
export type ProofContent = Readonly<Record<string, string>>;

const content = z
  .record(z.string().check(z.maxLength(60)), z.string().check(z.maxLength(400)))
  .check(z.refine((fields) => Object.keys(fields).length <= 30));

/** Purpose and content that a proof is bound to. */
export const proofSubject = {
  Purpose: z.enum(PROOF_PURPOSES),
  /** Present for a purpose whose proof can be used once. */
  Content: z.optional(content),
};

/**
 * Begins a step-up: the ways in which the signed-in person can prove to be there, best first, and what a passkey signs
 * for it (PublicKeyCredentialRequestOptionsJSON). The challenge can be used once, within 5 minutes, in this session and
 * for this purpose and content.
 */
export const startStepUp = operation({
  name: 'startStepUp',
  method: 'POST',
  path: 'stepUp/Start',
  auth: SIGNED_IN,
  proof: 'session',
  ids: { deviceuuid: 'anyone' },
  summary: 'Begin to prove that the signed-in person is there',
  body: z.object({ ...proofSubject, deviceuuid: z.optional(z.string().check(z.maxLength(100))) }),
  response: z.object({
    Methods: z.array(z.enum(PROOF_METHODS)),
    /** Null if the person has no passkey for this host. */
    Passkey: z.nullable(
      z.object({
        challenge: z.string(),
        rpId: z.string(),
        /** Milliseconds. */
        timeout: z.number(),
        allowCredentials: z.array(z.object({ type: z.literal('public-key'), id: z.string() })),
        userVerification: z.literal('required'),
      }),
    ),
    /** If there is no way: when there will be one again, because the password was reset. */
    NothingUntil: z.nullable(z.string()),
  }),
});

const secret = z.optional(z.string().check(z.minLength(1, 'required'), z.maxLength(400, 'required')));

const code = z.optional(z.string().check(typed.digits(), typed.required(), z.maxLength(400, 'required')));

/**
 * Proves that the signed-in person is there: by a passkey, the passcode of this device, the password, or the access
 * code of a card-only person. Wrong ones are counted as at the sign-in, apart from it. A method that the person does
 * not have, or that does not count as proof for this purpose, is refused with 20010.
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
