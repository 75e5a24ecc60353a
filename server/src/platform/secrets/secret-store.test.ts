import { webcrypto } from 'node:crypto';
import { hash } from '@node-rs/argon2';
import { describe, expect, it } from 'vitest';
import { TEST_KEYS } from '../../../test-support/keys.ts';
import type { Keys } from './keys.ts';
import { openSecrets } from './secret-store.ts';

const secrets = openSecrets(TEST_KEYS);
const PAN = '9036000000000017';

describe('sealed texts with a card number', () => {
  const TEXT = 'Card 4111111111111111';

  it('decrypt to the original, are equal for equal texts, and do not contain the number', () => {
    const sealed = secrets.sealTyped(TEXT);
    expect(secrets.openTyped(sealed)).toBe(TEXT);
    expect(secrets.sealTyped(TEXT)).toBe(sealed);
    expect(secrets.sealTyped(`${TEXT}.`).split('^')[3]?.slice(0, 16)).not.toBe(sealed.split('^')[3]?.slice(0, 16));
    expect(sealed).toMatch(/^\^[\w-]{43}\^1\^[\w-]+$/);
    expect(sealed).not.toContain('4111');
  });

  it('keep their hash and decrypt after a newer key came into use', () => {
    const second = Buffer.alloc(32, 7);
    const pan = { current: 2, versions: new Map([...TEST_KEYS.pan.versions, [2, second]]) };
    const newer = openSecrets({ ...TEST_KEYS, pan });
    const [before, after] = [secrets.sealTyped(TEXT), newer.sealTyped(TEXT)];
    expect(newer.openTyped(before)).toBe(TEXT);
    expect(after.split('^').slice(1, 3)).toEqual([secrets.typedHash(TEXT), '2']);
    expect(before.split('^')[1]).toBe(newer.typedHash(TEXT));
  });
});

describe('encrypted numbers', () => {
  it('decrypt to the original value', () => {
    const { cipher, keyVersion } = secrets.encrypt(PAN, 'pan', 7n);
    expect(secrets.decrypt(cipher, keyVersion, 'pan', 7n)).toBe(PAN);
  });

  it('differ each time and do not contain the number', () => {
    const first = secrets.encrypt(PAN, 'pan', 7n).cipher;
    expect(first.equals(secrets.encrypt(PAN, 'pan', 7n).cipher)).toBe(false);
    expect(first.includes(PAN)).toBe(false);
  });

  it('are AES-256-GCM: nonce, ciphertext, tag, with purpose and id as associated data', async () => {
    const raw = TEST_KEYS.pan.versions.get(1) ?? Buffer.alloc(0);
    const key = await webcrypto.subtle.importKey('raw', new Uint8Array(raw), 'AES-GCM', false, ['encrypt']);
    const iv = new Uint8Array(12).fill(9);
    const additionalData = new TextEncoder().encode('pan:7');
    const sealed = await webcrypto.subtle.encrypt(
      { name: 'AES-GCM', iv, additionalData },
      key,
      new TextEncoder().encode(PAN),
    );
    expect(secrets.decrypt(Buffer.concat([iv, Buffer.from(sealed)]), 1, 'pan', 7n)).toBe(PAN);
  });

  it('cannot be read in another row, for another purpose, or after a change', () => {
    const { cipher, keyVersion } = secrets.encrypt(PAN, 'pan', 7n);
    expect(() => secrets.decrypt(cipher, keyVersion, 'pan', 8n)).toThrow();
    expect(() => secrets.decrypt(cipher, keyVersion, 'tfn', 7n)).toThrow();
    const changed = Buffer.from(cipher);
    changed.writeUInt8((changed[14] ?? 0) ^ 1, 14);
    expect(() => secrets.decrypt(changed, keyVersion, 'pan', 7n)).toThrow();
    expect(() => secrets.decrypt(cipher.subarray(0, -1), keyVersion, 'pan', 7n)).toThrow();
  });

  it('are still read after a new key came into use, and new ones carry its version', () => {
    const { cipher } = secrets.encrypt(PAN, 'pan', 7n);
    const rotated: Keys = {
      ...TEST_KEYS,
      pan: { current: 2, versions: new Map([...TEST_KEYS.pan.versions, [2, Buffer.alloc(32, 0x66)]]) },
    };
    const later = openSecrets(rotated);
    expect(later.decrypt(cipher, 1, 'pan', 7n)).toBe(PAN);
    expect(later.encrypt(PAN, 'pan', 7n).keyVersion).toBe(2);
    expect(() => later.decrypt(cipher, 3, 'pan', 7n)).toThrow('version 3');
  });
});

describe('keyed hashes', () => {
  it('of a card number are HMAC-SHA-256 (RFC 4231, test case 1)', () => {
    const keys: Keys = { ...TEST_KEYS, panIndex: { current: 1, versions: new Map([[1, Buffer.alloc(20, 0x0b)]]) } };
    expect(openSecrets(keys).panHash('Hi There').hash.toString('hex')).toBe(
      'b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7',
    );
  });

  it('of visitor input differ by kind', () => {
    expect(secrets.identifierHash('card', 'x').equals(secrets.identifierHash('account', 'x'))).toBe(false);
  });

  it('of a refresh token differ by session and generation', () => {
    const tag = secrets.refreshTag('s1', 1);
    expect(tag.equals(secrets.refreshTag('s1', 1))).toBe(true);
    expect(tag.equals(secrets.refreshTag('s1', 2))).toBe(false);
    expect(tag.equals(secrets.refreshTag('s2', 1))).toBe(false);
  });
});

describe('hashed secrets', () => {
  it('are Argon2id with 19 MiB, two passes and one lane, salted', async () => {
    const [first, second] = await Promise.all([secrets.hashSecret('246810'), secrets.hashSecret('246810')]);
    expect(first).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(first).not.toBe(second);
  });

  it('accept the right secret and refuse a wrong one', async () => {
    const hash = await secrets.hashSecret('246810');
    expect(await secrets.verifySecret(hash, '246810')).toBe(true);
    expect(await secrets.verifySecret(hash, '246811')).toBe(false);
  });

  it('cannot be verified without the pepper', async () => {
    const hash = await secrets.hashSecret('246810');
    const other = openSecrets({ ...TEST_KEYS, pepper: Buffer.alloc(32, 0x77) });
    expect(await other.verifySecret(hash, '246810')).toBe(false);
  });

  it('refuse any input without a hash', async () => {
    expect(await secrets.verifySecret(null, '')).toBe(false);
    expect(await secrets.verifySecret(null, '246810')).toBe(false);
  });
});

it('computes the CVV2 over number, year and month of the expiry, and service code 000', () => {
  // Recomputed step by step with the openssl program under the keys of the published examples.
  expect(secrets.cvv2('4123456789012345', '2087-01')).toBe('636');
});

describe('a secret', () => {
  it('[18-a] set in one Unicode form is right in another', async () => {
    const kept = await secrets.hashSecret('Caf\u00e9-Wattle-2026');
    expect(await secrets.verifySecret(kept, 'Cafe\u0301-Wattle-2026')).toBe(true);
    expect(await secrets.verifySecret(kept, 'Cafe-Wattle-2026')).toBe(false);
  });

  it('that was hashed as it was typed, before secrets were folded, is still right', async () => {
    const typed = 'Cafe\u0301-Ｗattle-2026';
    const kept = await hash(typed, { memoryCost: 19_456, timeCost: 2, parallelism: 1, secret: TEST_KEYS.pepper });
    expect(await secrets.verifySecret(kept, typed)).toBe(true);
    expect(await secrets.verifySecret(null, typed)).toBe(false);
  });
});
