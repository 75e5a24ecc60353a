import * as z from 'zod/mini';

/** What a passkey is called by its owner: 1 to 60 characters. */
export const passkeyName = z
  .string()
  .check(z.trim(), z.minLength(1, 'passkeyNameInvalid'), z.maxLength(60, 'passkeyNameInvalid'));

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

/** What a browser answers when it has made a passkey (RegistrationResponseJSON), as far as it is looked at. */
export const newCredential = z.object({
  ...credential,
  response: z.object({ clientDataJSON: base64Url(2000), attestationObject: base64Url(16_000) }),
});
export type NewCredential = z.output<typeof newCredential>;

/** What a browser answers when a passkey has signed (AuthenticationResponseJSON), as far as it is looked at. */
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
