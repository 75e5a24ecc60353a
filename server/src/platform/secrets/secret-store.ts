import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';
import { secretText } from '@wattle/contract/rules/typed-text.ts';
import { HASHING } from '../../config/config.ts';
import { cardVerificationValue, pinVerificationValue } from './card-verification.ts';
import { type HashLimit, openHashLimit } from './hash-limit.ts';
import type { Keys, VersionedKey } from './keys.ts';
import type { SealedPurpose, Secrets } from './secrets.ts';

/** Cost of one Argon2id hash of a password or code. */
export type HashCost = { readonly memoryKiB: number; readonly passes: number };

/** OWASP's minimum, with one lane. */
const HASH_COST: HashCost = { memoryKiB: 19_456, passes: 2 };
const ARGON2ID = 2;

const NONCE_BYTES = 12;
const TAG_BYTES = 16;
/** A typed text has the same ciphertext in every row. */
const TYPED_ID = 0n;
const CVV2_SERVICE_CODE = '000';

/** Implements all operations that need a key with the loaded keys. Only tests set a cost. */
export function openSecrets(
  keys: Keys,
  limitHashes: HashLimit = openHashLimit(HASHING),
  cost: HashCost = HASH_COST,
): Secrets {
  const argon2 = {
    algorithm: ARGON2ID,
    memoryCost: cost.memoryKiB,
    timeCost: cost.passes,
    parallelism: 1,
    secret: keys.pepper,
  };
  const identifierKey = derive(keys.pepper, 'sign-in identifier');
  const typedKey = derive(keys.pepper, 'typed card number');
  const typedHash = (plain: string) => createHmac('sha256', typedKey).update(plain).digest();
  const panIndexVersions = versionsOf(keys.panIndex);
  const panHashUnder = (version: number, pan: string) =>
    createHmac('sha256', keyOf(keys.panIndex, version)).update(pan).digest();
  const tokenKeys = versionsOf(keys.token).map((version) => keyOf(keys.token, version));
  const refreshKeys = tokenKeys.map((key) => derive(key, 'refresh token'));
  const refreshTags = (sessionId: string, generation: number) =>
    refreshKeys.map((key) => createHmac('sha256', key).update(`${sessionId}.${generation}`).digest());
  // Tax file numbers use a derived key, so that code with the card number key cannot decrypt them.
  const tfnKeys = new Map([...keys.pan.versions].map(([version, key]) => [version, derive(key, 'tax file number')]));
  const keyFor = (purpose: SealedPurpose, version: number) =>
    (purpose === 'tfn' ? tfnKeys.get(version) : undefined) ?? keyOf(keys.pan, version);
  // Created once with the current parameters, so that verification for an unknown user takes as long as for a
  // known one.
  let decoy: Promise<string> | undefined;

  const encryptWith = (nonce: Buffer, plain: string, purpose: SealedPurpose, id: bigint) => {
    const { current } = keys.pan;
    const cipher = createCipheriv('aes-256-gcm', keyFor(purpose, current), nonce);
    cipher.setAAD(Buffer.from(`${purpose}:${id}`));
    const sealed = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()]);
    return { cipher: Buffer.concat([nonce, sealed, cipher.getAuthTag()]), keyVersion: current };
  };
  const decrypt: Secrets['decrypt'] = (sealed, keyVersion, purpose, id) => {
    const nonce = sealed.subarray(0, NONCE_BYTES);
    const decipher = createDecipheriv('aes-256-gcm', keyFor(purpose, keyVersion), nonce, {
      authTagLength: TAG_BYTES,
    });
    decipher.setAAD(Buffer.from(`${purpose}:${id}`));
    decipher.setAuthTag(sealed.subarray(-TAG_BYTES));
    return Buffer.concat([decipher.update(sealed.subarray(NONCE_BYTES, -TAG_BYTES)), decipher.final()]).toString(
      'utf8',
    );
  };

  return {
    hashSecret: (plain) => limitHashes(() => hash(secretText(plain), argon2)),

    verifySecret(stored, plain) {
      return limitHashes(async () => {
        decoy ??= hash(randomBytes(16).toString('hex'), argon2);
        const compared = stored ?? (await decoy);
        let isRight = false;
        // Hashes from before texts were folded are of the text as typed.
        for (const form of new Set([secretText(plain), plain])) {
          isRight = (await verify(compared, form, argon2)) || isRight;
        }
        return isRight && stored !== null;
      });
    },

    panHash(pan) {
      const { current } = keys.panIndex;
      return { hash: panHashUnder(current, pan), keyVersion: current };
    },

    panHashes: (pan) => panIndexVersions.map((version) => panHashUnder(version, pan)),

    keyVersions: { pan: keys.pan.current, panIndex: keys.panIndex.current },

    encrypt: (plain, purpose, id) => encryptWith(randomBytes(NONCE_BYTES), plain, purpose, id),
    decrypt,
    sealTyped(plain) {
      const hash = typedHash(plain);
      // The nonce is derived from the text, so no two texts share one and equal texts have equal values.
      const nonce = createHmac('sha256', typedKey).update(hash).digest().subarray(0, NONCE_BYTES);
      const { cipher, keyVersion } = encryptWith(nonce, plain, 'typed', TYPED_ID);
      return `^${hash.toString('base64url')}^${keyVersion}^${cipher.toString('base64url')}`;
    },
    openTyped(sealed) {
      const [, , keyVersion, cipher = ''] = sealed.split('^');
      return decrypt(Buffer.from(cipher, 'base64url'), Number(keyVersion), 'typed', TYPED_ID);
    },
    typedHash: (plain) => typedHash(plain).toString('base64url'),

    identifierHash: (kind, identifier) => createHmac('sha256', identifierKey).update(`${kind}\0${identifier}`).digest(),

    cvv2: (pan, expiry) =>
      cardVerificationValue(keys.cvv, pan, `${expiry.slice(2, 4)}${expiry.slice(5, 7)}`, CVV2_SERVICE_CODE),

    pvv: (pan, keyIndex, pin) => pinVerificationValue(keys.pin, pan, keyIndex, pin),

    tokenKey: keyOf(keys.token, keys.token.current),

    tokenKeys,

    refreshTag: (sessionId, generation) => refreshTags(sessionId, generation)[0] as Buffer,

    refreshTags,

    seal: sealWith(keys.seal),

    networkKey: keyOf(keys.network, keys.network.current),

    networkKeys: versionsOf(keys.network).map((version) => keyOf(keys.network, version)),
  };
}

/** Only Secrets.seal, for callers that have only the seal key. */
export function sealWith(key: VersionedKey): Secrets['seal'] {
  return (bytes, keyVersion = key.current) => ({
    hash: createHmac('sha256', keyOf(key, keyVersion)).update(bytes).digest(),
    keyVersion,
  });
}

/** The loaded versions, the current one first. */
function versionsOf({ current, versions }: VersionedKey): readonly number[] {
  return [current, ...[...versions.keys()].filter((version) => version !== current)];
}

function keyOf(key: VersionedKey, version: number): Buffer {
  const bytes = key.versions.get(version);
  if (!bytes) throw new Error(`no key of version ${version} is loaded`);
  return bytes;
}

/** Derives a key per use, so that a value made for one use is not valid for another. */
function derive(key: Buffer, use: string): Buffer {
  return Buffer.from(hkdfSync('sha256', key, Buffer.alloc(0), `wattle ${use}`, 32));
}
