import * as z from 'zod/mini';
import { operation, WEB_ACCOUNT } from '../operation.ts';
import { carriedBy } from '../proof.ts';
import { brandIdentifier, done, instant } from '../wire.ts';
import { typed } from '../typed.ts';

/** Name that its owner gives a passkey: 1 to 60 characters. */
export const passkeyName = z
  .string()
  .check(typed.name(), z.minLength(1, 'passkeyNameInvalid'), z.maxLength(60, 'passkeyNameInvalid'));

/** Random; names a passkey of the caller and opens nothing. */
export const passkeyId = z.string().check(z.uuid('required'));

/** Bytes as WebAuthn writes them in JSON. */
const base64Url = (longest: number) =>
  z.string().check(z.regex(/^[\w-]+$/, 'required'), z.maxLength(longest, 'required'));

const credential = {
  id: base64Url(1400),
  rawId: base64Url(1400),
  type: z.literal('public-key'),
};

/** Response of a browser that created a passkey (RegistrationResponseJSON), with the fields that the server reads. */
export const newCredential = z.object({
  ...credential,
  response: z.object({ clientDataJSON: base64Url(2000), attestationObject: base64Url(16_000) }),
});

export type NewCredential = z.output<typeof newCredential>;

/** Response of a browser whose passkey signed (AuthenticationResponseJSON), with the fields that the server reads. */
export const signedCredential = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: base64Url(2000),
    authenticatorData: base64Url(4000),
    signature: base64Url(2000),
    userHandle: base64Url(100),
  }),
});

export type SignedCredential = z.output<typeof signedCredential>;

export const passkey = z.object({
  Id: passkeyId,
  Name: z.string(),
  AddedAt: instant,
  /** Null: never signed in with. */
  LastUsedAt: z.nullable(instant),
});

export type Passkey = z.output<typeof passkey>;

/** The signed-in user's passkeys, oldest first. */
export const getPasskeys = operation({
  name: 'getPasskeys',
  method: 'GET',
  path: 'onlineAccount/Passkeys',
  auth: WEB_ACCOUNT,
  proof: 'session',
  ids: {},
  summary: "The user's passkeys",
  response: z.object({
    Passkeys: z.array(passkey),
    /** The maximum for an account. */
    MaximumPasskeys: z.number(),
    /**
     * The user as authenticators know them, and their passkeys of this host, for the signals of WebAuthn. Null: they never
     * had a passkey, or this host has none.
     */
    User: z.nullable(
      z.object({
        rpId: z.string(),
        userId: z.string(),
        credentialIds: z.array(z.string()),
        name: z.string(),
        displayName: z.string(),
      }),
    ),
  }),
});

/**
 * Begins to add a passkey. Returns the options for the browser (PublicKeyCredentialCreationOptionsJSON). The challenge
 * can be used once, within 5 minutes, in this session. Requires a fresh proof. 20010 for an account with the maximum
 * number of passkeys.
 */
export const startPasskey = operation({
  name: 'startPasskey',
  method: 'POST',
  path: 'onlineAccount/StartPasskey',
  auth: WEB_ACCOUNT,
  proof: 'fresh',
  ids: {},
  summary: 'Begin to add a passkey',
  response: z.object({
    challenge: z.string(),
    rp: z.object({ id: z.string(), name: z.string() }),
    user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
    pubKeyCredParams: z.array(z.object({ type: z.literal('public-key'), alg: z.number() })),
    /** Milliseconds. */
    timeout: z.number(),
    excludeCredentials: z.array(z.object({ type: z.literal('public-key'), id: z.string() })),
    authenticatorSelection: z.object({
      residentKey: z.literal('required'),
      requireResidentKey: z.literal(true),
      userVerification: z.literal('required'),
    }),
    attestation: z.literal('none'),
  }),
  errors: ['not_found', 'required_field', 'wrong_origin'],
});

/**
 * Keeps the passkey that the browser has made. Refused with 20010 where it does not answer a challenge of this session,
 * was made without its user being verified, is already saved, or would exceed the limit; with 421 where it was made at
 * an origin that is not configured.
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

/** Renames a passkey of the signed-in user. */
export const renamePasskey = operation({
  name: 'renamePasskey',
  method: 'POST',
  path: 'onlineAccount/RenamePasskey',
  auth: WEB_ACCOUNT,
  proof: 'session',
  ids: { Id: 'passkey' },
  summary: 'Rename a passkey',
  body: z.object({ Id: passkeyId, Name: passkeyName }),
  response: done,
  errors: ['not_found'],
});

/**
 * Removes a passkey of the signed-in user, and ends their other sessions, because the finder of a lost one may have a
 * session. Requires a fresh proof.
 */
export const removePasskey = operation({
  name: 'removePasskey',
  method: 'POST',
  path: 'onlineAccount/RemovePasskey',
  auth: WEB_ACCOUNT,
  proof: 'fresh',
  ids: { Id: 'passkey' },
  summary: 'Remove a passkey',
  body: z.object({ Id: passkeyId }),
  response: done,
  errors: ['not_found'],
});

/**
 * Challenge that a passkey signs to sign in at a brand (PublicKeyCredentialRequestOptionsJSON). It can be used once,
 * within 5 minutes. It lists no credentials, so the browser offers the passkeys that it has for this site.
 */
export const getPasskeyChallenge = operation({
  name: 'getPasskeyChallenge',
  method: 'POST',
  reads: true,
  path: 'onlineAccount/PasskeyChallenge',
  auth: 'public',
  proof: 'none',
  summary: 'A challenge to sign in with a passkey',
  body: z.object({ brand: brandIdentifier }),
  response: z.object({
    challenge: z.string(),
    rpId: z.string(),
    /** Milliseconds. */
    timeout: z.number(),
    userVerification: z.literal('required'),
  }),
  errors: ['required_field', 'wrong_origin'],
});
