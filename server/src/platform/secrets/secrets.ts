/**
 * Content of a ciphertext: a card number, a tax file number, the recipient and text of a message, the token of a
 * verification, a file for the bank, a row of a file of people, a delivery of a card processor, a purchase approved
 * while the database was unavailable, a code of a store order or of one of its cards, the secret of a staff member's
 * authenticator app, the secret of a webhook, or a typed text with a card number.
 */
export type SealedPurpose =
  | 'pan'
  | 'tfn'
  | 'message'
  | 'verification'
  | 'bankFile'
  | 'peopleRow'
  | 'processorDelivery'
  | 'standIn'
  | 'storeOrder'
  | 'storeItem'
  | 'staffTotp'
  | 'webhook'
  | 'typed';

/**
 * All operations that need a key. Keys come from a file of mode 0600 in the sandbox and from the environment
 * in production (platform/keys.ts); nothing outside of this interface sees one.
 */
export type Secrets = {
  /**
   * Argon2id (19 MiB, t=2, p=1) of the folded text (`secretText`) with the pepper, as a PHC string. For passwords, codes and answers. Subject
   * to the hash limit of the process; must not be called within a transaction. Throws Busy if too many wait.
   */
  hashSecret(plain: string): Promise<string>;
  /**
   * Whether `hash` was made from `plain`. A null hash (unknown user) takes the same time and returns false,
   * so that timing does not reveal which users exist. The same limits apply as for hashSecret.
   */
  verifySecret(hash: string | null, plain: string): Promise<boolean>;
  /** HMAC-SHA-256 of a card number (digits only) under the current index key. Stored with the card. */
  panHash(pan: string): { hash: Buffer; keyVersion: number };
  /**
   * The same under every loaded version of the index key, the current one first. Every lookup by number uses
   * all of them, so that cards stored before a key rotation are found until they are rewritten.
   */
  panHashes(pan: string): readonly Buffer[];
  /** Versions for new values: of the data key, and of the index key. */
  readonly keyVersions: { readonly pan: number; readonly panIndex: number };
  /** AES-256-GCM, `purpose:id` as associated data, so that a ciphertext moved to another row fails. */
  encrypt(plain: string, purpose: SealedPurpose, id: bigint): { cipher: Buffer; keyVersion: number };
  decrypt(cipher: Buffer, keyVersion: number, purpose: SealedPurpose, id: bigint): string;
  /** HMAC-SHA-256 of the identifier that a visitor entered, for the sign-in guard. */
  identifierHash(kind: string, identifier: string): Buffer;
  /**
   * AES-256-GCM of a typed text with a card number, as `^hash^version^cipher` in base64url. Equal texts have equal
   * values under one key version, so rows can be found and unique.
   */
  sealTyped(plain: string): string;
  openTyped(sealed: string): string;
  /** HMAC-SHA-256 of such a text in base64url, with a fixed key: the hash in a sealed value. */
  typedHash(plain: string): string;
  /** CVV2: 3 digits, computed from number, expiry (`yyyy-MM`) and service code 000. */
  cvv2(pan: string, expiry: string): string;
  /** PVV of a PIN: 4 digits. `keyIndex` 1 to 6. */
  pvv(pan: string, keyIndex: number, pin: string): string;
  /** Signs access tokens (HS256). */
  readonly tokenKey: Uint8Array;
  /** All loaded versions, the current one first: a token signed by any of them is valid. */
  readonly tokenKeys: readonly Uint8Array[];
  /** HMAC-SHA-256 over a refresh token's parts. */
  refreshTag(sessionId: string, generation: number): Buffer;
  /** The same under every loaded version of the key, the current one first. */
  refreshTags(sessionId: string, generation: number): readonly Buffer[];
  /**
   * HMAC-SHA-256 of a seal of the ledger or the audit log, with the current key or that of `keyVersion`.
   * Throws if that version is not loaded.
   */
  seal(bytes: Buffer, keyVersion?: number): { hash: Buffer; keyVersion: number };
  /** Shared with the card network, which signs its messages with it (HMAC-SHA-256). */
  readonly networkKey: Uint8Array;
  /** All loaded versions, the current one first: a message signed by any of them is valid. */
  readonly networkKeys: readonly Uint8Array[];
};
