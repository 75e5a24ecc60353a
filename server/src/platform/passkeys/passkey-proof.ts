import type { NewCredential, SignedCredential } from '@wattle/contract/access/passkeys.ts';
import { verifyAuthenticationResponse, verifyRegistrationResponse } from '@simplewebauthn/server';
import { KEY_ALGORITHMS } from './passkey.domain.ts';
import type { Site } from './site.ts';

type MadePasskey = { readonly credentialId: Buffer; readonly publicKey: Buffer; readonly counter: number };

/** The challenge that a browser claims to have answered; undefined if it names none. */
export function challengeOf(credential: NewCredential | SignedCredential): Buffer | undefined {
  try {
    const said = JSON.parse(Buffer.from(credential.response.clientDataJSON, 'base64url').toString()) as unknown;
    const challenge = (said as { challenge?: unknown } | null)?.challenge;
    return typeof challenge === 'string' ? Buffer.from(challenge, 'base64url') : undefined;
  } catch {
    return undefined;
  }
}

/**
 * The passkey that a browser has made for this challenge, at this site, with user verification; undefined otherwise.
 * The library throws for anything that it does not accept.
 */
export async function readMadePasskey(
  credential: NewCredential,
  challenge: Buffer,
  site: Site,
): Promise<MadePasskey | undefined> {
  try {
    const { registrationInfo } = await verifyRegistrationResponse({
      response: { ...credential, clientExtensionResults: {} },
      expectedChallenge: challenge.toString('base64url'),
      expectedOrigin: [...site.origins],
      expectedRPID: site.rpId,
      requireUserVerification: true,
      supportedAlgorithmIDs: [...KEY_ALGORITHMS],
    });
    if (!registrationInfo) return undefined;
    const { id, publicKey, counter } = registrationInfo.credential;
    return { credentialId: Buffer.from(id, 'base64url'), publicKey: Buffer.from(publicKey), counter };
  } catch {
    return undefined;
  }
}

/**
 * Signature count of the authenticator, where this passkey has signed the challenge at this site with user
 * verification; undefined otherwise. The caller judges the count.
 */
export async function readSignedCounter(
  credential: SignedCredential,
  challenge: Buffer,
  site: Site,
  publicKey: Buffer,
): Promise<number | undefined> {
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: { ...credential, clientExtensionResults: {} },
      expectedChallenge: challenge.toString('base64url'),
      expectedOrigin: [...site.origins],
      expectedRPID: site.rpId,
      requireUserVerification: true,
      // The library would judge the counter, which anybody may have written, before it checks the signature.
      credential: { id: credential.id, publicKey: new Uint8Array(publicKey), counter: 0 },
    });
    return verified ? authenticationInfo.newCounter : undefined;
  } catch {
    return undefined;
  }
}
