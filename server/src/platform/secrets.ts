/** What a ciphertext holds: a card number, a tax file number, or whom a message goes to and what it says. */
export type SealedPurpose = 'pan' | 'tfn' | 'message';

/**
 * Everything that needs a key. Keys come from a file of mode 0600 in the sandbox and from the
 * environment in production (platform/keys.ts); nothing outside of this interface sees one.
 */
export type Secrets = {
  /** Argon2id (19 MiB, t=2, p=1) with the pepper, as a PHC string. For passwords, codes and answers. */
  hashSecret(plain: string): Promise<string>;
  /**
   * Whether `plain` is what `hash` was made of. A null hash (unknown user) costs the same time and
   * answers false, so that time tells nobody who exists.
   */
  verifySecret(hash: string | null, plain: string): Promise<boolean>;
  /** HMAC-SHA-256 of a card number (digits only) under the index key: how a card is found. */
  panHash(pan: string): { hash: Buffer; keyVersion: number };
  /** AES-256-GCM, `purpose:id` as associated data, so that a ciphertext moved to another row fails. */
  encrypt(plain: string, purpose: SealedPurpose, id: bigint): { cipher: Buffer; keyVersion: number };
  decrypt(cipher: Buffer, keyVersion: number, purpose: SealedPurpose, id: bigint): string;
  /** HMAC-SHA-256 of what a visitor typed to name themselves, for the sign-in guard. */
  identifierHash(kind: string, identifier: string): Buffer;
  /** CVV2: 3 digits, computed from number, expiry (`yyyy-MM`) and service code 000. */
  cvv2(pan: string, expiry: string): string;
  /** PVV of a PIN: 4 digits. `keyIndex` 1 to 6. */
  pvv(pan: string, keyIndex: number, pin: string): string;
  /** Signs and checks access tokens (HS256). */
  readonly tokenKey: Uint8Array;
  /** HMAC-SHA-256 over a refresh token's parts. */
  refreshTag(sessionId: string, generation: number): Buffer;
  /**
   * HMAC-SHA-256 of a seal of the ledger or the audit log, with the key in force or the one of `keyVersion`. Throws
   * where no key of that version is loaded.
   */
  seal(bytes: Buffer, keyVersion?: number): { hash: Buffer; keyVersion: number };
  /** Shared with the card network: HMAC-SHA-256 over `timestamp.body`. */
  readonly networkKey: Uint8Array;
};
