import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import type { NewCredential, SignedCredential } from '@wattle/contract/access/passkeys.ts';

/** Deviations of a browser and its authenticator from the truth. */
export type Deviations = {
  readonly origin?: string;
  readonly rpId?: string;
  readonly isUserVerified?: boolean;
  readonly counter?: number;
  readonly userHandle?: string;
  readonly type?: string;
};

export type Authenticator = {
  /** base64url. */
  readonly credentialId: string;
  make(
    asked: { readonly challenge: string; readonly user: { readonly id: string } },
    deviations?: Deviations,
  ): NewCredential;
  sign(challenge: string, deviations?: Deviations): SignedCredential;
};

/** Host used by `app.inject`. */
const HOST = 'localhost';
const ORIGIN = 'http://localhost';

const USER_PRESENT = 0x01;
const USER_VERIFIED = 0x04;
const HAS_CREDENTIAL = 0x40;

const sha256 = (data: Buffer | string) => createHash('sha256').update(data).digest();

/** Software passkey (ES256) with its browser, after WebAuthn level 3 and RFC 8949. */
export function openAuthenticator(): Authenticator {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const credentialId = randomBytes(20);
  const id = credentialId.toString('base64url');
  let handle = '';

  function clientData(type: string, challenge: string, deviations: Deviations): string {
    const data = { type: deviations.type ?? type, challenge, origin: deviations.origin ?? ORIGIN, crossOrigin: false };
    return Buffer.from(JSON.stringify(data)).toString('base64url');
  }

  function authenticatorData(deviations: Deviations, credential?: Buffer): Buffer {
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(deviations.counter ?? 0);
    const verified = (deviations.isUserVerified ?? true) ? USER_VERIFIED : 0;
    const flags = USER_PRESENT | verified | (credential ? HAS_CREDENTIAL : 0);
    return Buffer.concat([sha256(deviations.rpId ?? HOST), Buffer.of(flags), counter, credential ?? Buffer.alloc(0)]);
  }

  /** COSE_Key: kty 2 (EC2), alg -7 (ES256), crv 1 (P-256), x, y. */
  function coseKey(): Buffer {
    const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
    const head = Buffer.of(0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01);
    const point = (label: number, value: string) =>
      Buffer.concat([Buffer.of(label, 0x58, 32), Buffer.from(value, 'base64url')]);
    return Buffer.concat([head, point(0x21, x), point(0x22, y)]);
  }

  return {
    credentialId: id,
    make({ challenge, user }, deviations = {}) {
      handle = user.id;
      const aaguid = Buffer.alloc(16);
      const attested = Buffer.concat([aaguid, Buffer.of(0, credentialId.length), credentialId, coseKey()]);
      const data = authenticatorData(deviations, attested);
      // {"fmt": "none", "attStmt": {}, "authData": bytes}, the bytes with a length of two bytes.
      const attestation = Buffer.concat([
        Buffer.of(0xa3, 0x63),
        Buffer.from('fmt'),
        Buffer.of(0x64),
        Buffer.from('none'),
        Buffer.of(0x67),
        Buffer.from('attStmt'),
        Buffer.of(0xa0, 0x68),
        Buffer.from('authData'),
        Buffer.of(0x59, data.length >> 8, data.length & 0xff),
        data,
      ]);
      const response = {
        clientDataJSON: clientData('webauthn.create', challenge, deviations),
        attestationObject: attestation.toString('base64url'),
      };
      return { id, rawId: id, type: 'public-key', response };
    },
    sign(challenge, deviations = {}) {
      const clientDataJSON = clientData('webauthn.get', challenge, deviations);
      const data = authenticatorData(deviations);
      const signed = Buffer.concat([data, sha256(Buffer.from(clientDataJSON, 'base64url'))]);
      const response = {
        clientDataJSON,
        authenticatorData: data.toString('base64url'),
        signature: sign('sha256', signed, privateKey).toString('base64url'),
        userHandle: deviations.userHandle ?? handle,
      };
      return { id, rawId: id, type: 'public-key', response };
    },
  };
}
