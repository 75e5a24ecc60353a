import type { Tx } from '../../../platform/database/database.ts';

type Place = { readonly tenantId: number; readonly brandId: number };

const iso = (ms: number) => new Date(ms).toISOString();

export type NewChallenge = Place & {
  readonly challenge: Buffer;
  /** The session that adds a passkey; null to sign in. */
  readonly sessionId: string | null;
  readonly rpId: string;
  /** Digest of the act that a step-up agrees to. */
  readonly forDigest?: Buffer;
  /** Security clock. */
  readonly endsAt: number;
};

export async function addChallenge(tx: Tx, given: NewChallenge): Promise<void> {
  await tx.run(
    `INSERT INTO passkey_challenge (challenge, tenant_id, brand_id, session_id, rp_id, ends_at, for_digest)
     VALUES ($1, $2, $3, $4, $5, $6, $7)`,
    [
      given.challenge,
      given.tenantId,
      given.brandId,
      given.sessionId,
      given.rpId,
      iso(given.endsAt),
      given.forDigest ?? null,
    ],
  );
}

/** Deletes a challenge and returns whether it was valid, so that it can be answered once. */
export async function takeChallenge(
  tx: Tx,
  asked: Omit<NewChallenge, 'endsAt'> & { readonly nowMs: number },
): Promise<boolean> {
  const deleted = await tx.run(
    `DELETE FROM passkey_challenge
      WHERE challenge = $1 AND tenant_id = $2 AND brand_id = $3 AND session_id IS NOT DISTINCT FROM $4::uuid
        AND rp_id = $5 AND ends_at > $6 AND for_digest IS NOT DISTINCT FROM $7::bytea`,
    [
      asked.challenge,
      asked.tenantId,
      asked.brandId,
      asked.sessionId,
      asked.rpId,
      iso(asked.nowMs),
      asked.forDigest ?? null,
    ],
  );
  return deleted === 1;
}

export type PasskeyUser = { readonly passkey_handle: Buffer; readonly username: string; readonly first_name: string };

/** The user as shown to an authenticator. `handle` becomes theirs if they have none. */
export function readPasskeyUser(
  tx: Tx,
  tenantId: number,
  webAccountId: bigint,
  handle: Buffer,
): Promise<PasskeyUser | undefined> {
  return tx.first<PasskeyUser>(
    `UPDATE web_account w SET passkey_handle = coalesce(w.passkey_handle, $3)
       FROM holder h
      WHERE w.tenant_id = $1 AND w.id = $2 AND h.tenant_id = w.tenant_id AND h.id = w.holder_id
      RETURNING w.passkey_handle, w.username, h.first_name`,
    [tenantId, webAccountId, handle],
  );
}

/** The user as authenticators know them; undefined if no authenticator was given them. */
export function findPasskeyUser(tx: Tx, tenantId: number, webAccountId: bigint): Promise<PasskeyUser | undefined> {
  return tx.first<PasskeyUser>(
    `SELECT w.passkey_handle, w.username, h.first_name
       FROM web_account w JOIN holder h ON h.tenant_id = w.tenant_id AND h.id = w.holder_id
      WHERE w.tenant_id = $1 AND w.id = $2 AND w.passkey_handle IS NOT NULL`,
    [tenantId, webAccountId],
  );
}

export type NewPasskey = Place & {
  readonly id: string;
  readonly webAccountId: bigint;
  readonly credentialId: Buffer;
  readonly rpId: string;
  readonly publicKey: Buffer;
  readonly counter: number;
  readonly name: string;
  /** Business clock. */
  readonly addedAt: number;
  /** Security clock. */
  readonly madeAt: number;
};

/** False if a passkey with this credential exists already, of whichever user. */
export async function addPasskeyRow(tx: Tx, passkey: NewPasskey): Promise<boolean> {
  const added = await tx.run(
    `INSERT INTO passkey (id, tenant_id, brand_id, web_account_id, credential_id, rp_id, public_key, counter, name, added_at,
                          made_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
     ON CONFLICT (tenant_id, credential_id) DO NOTHING`,
    [
      passkey.id,
      passkey.tenantId,
      passkey.brandId,
      passkey.webAccountId,
      passkey.credentialId,
      passkey.rpId,
      passkey.publicKey,
      passkey.counter,
      passkey.name,
      iso(passkey.addedAt),
      iso(passkey.madeAt),
    ],
  );
  return added === 1;
}

export type PasskeyRow = {
  readonly id: string;
  readonly name: string;
  readonly credential_id: Buffer;
  readonly rp_id: string;
  readonly added_at: string;
  /** Security clock. */
  readonly made_at: string;
  readonly last_used_at: string | null;
};

export function listPasskeys(tx: Tx, tenantId: number, webAccountId: bigint): Promise<PasskeyRow[]> {
  return tx.query<PasskeyRow>(
    `SELECT id, name, credential_id, rp_id, added_at, coalesce(made_at, added_at) AS made_at, last_used_at
       FROM passkey WHERE tenant_id = $1 AND web_account_id = $2 ORDER BY added_at, id`,
    [tenantId, webAccountId],
  );
}

/** False if the web account has no such passkey. */
export async function renamePasskeyRow(
  tx: Tx,
  tenantId: number,
  webAccountId: bigint,
  { id, name }: { readonly id: string; readonly name: string },
): Promise<boolean> {
  const sql = 'UPDATE passkey SET name = $4 WHERE tenant_id = $1 AND web_account_id = $2 AND id = $3';
  return (await tx.run(sql, [tenantId, webAccountId, id, name])) === 1;
}

/** False if the web account has no such passkey. */
export async function deletePasskey(tx: Tx, tenantId: number, webAccountId: bigint, id: string): Promise<boolean> {
  const sql = 'DELETE FROM passkey WHERE tenant_id = $1 AND web_account_id = $2 AND id = $3';
  return (await tx.run(sql, [tenantId, webAccountId, id])) === 1;
}

type PasskeyToSignIn = {
  readonly id: string;
  readonly public_key: Buffer;
  readonly counter: bigint;
  readonly made_at: string;
  readonly web_account_id: bigint;
  readonly holder_id: bigint;
};

/**
 * Passkey of a web account of a brand, locked, so that the second of two concurrent answers sees the counter of the
 * first. `handle` is the user that the authenticator signs for. The web account is locked first, in the order of a
 * password reset, which may delete the passkey.
 */
export async function lockPasskey(
  tx: Tx,
  place: Place & { readonly rpId: string },
  credentialId: Buffer,
  handle: Buffer,
): Promise<PasskeyToSignIn | undefined> {
  await tx.first(
    `SELECT FROM web_account WHERE tenant_id = $1 AND brand_id = $2 AND passkey_handle = $3 FOR NO KEY UPDATE`,
    [place.tenantId, place.brandId, handle],
  );
  return tx.first<PasskeyToSignIn>(
    `SELECT p.id, p.public_key, p.counter, coalesce(p.made_at, p.added_at) AS made_at, p.web_account_id, w.holder_id
       FROM passkey p
       JOIN web_account w ON w.tenant_id = p.tenant_id AND w.id = p.web_account_id
      WHERE p.tenant_id = $1 AND p.brand_id = $2 AND p.rp_id = $3 AND p.credential_id = $4
        AND w.brand_id = $2 AND w.passkey_handle = $5
        FOR NO KEY UPDATE OF p`,
    [place.tenantId, place.brandId, place.rpId, credentialId, handle],
  );
}

/** Notes that a passkey has signed its owner in. Business time. */
export async function notePasskeyUse(
  tx: Tx,
  tenantId: number,
  { id, counter, nowMs }: { readonly id: string; readonly counter: number; readonly nowMs: number },
): Promise<void> {
  await tx.run('UPDATE passkey SET counter = $3, last_used_at = $4 WHERE tenant_id = $1 AND id = $2', [
    tenantId,
    id,
    counter,
    iso(nowMs),
  ]);
}
