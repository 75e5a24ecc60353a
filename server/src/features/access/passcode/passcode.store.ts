import type { Tx } from '../../../platform/database/database.ts';

type Place = { readonly tenantId: number; readonly brandId: number };

/** A device by its secret and its own id. */
export type DeviceKey = Place & { readonly secretHash: Buffer; readonly uuid: string };

export type PasscodeToSignIn = {
  readonly web_account_id: bigint;
  readonly holder_id: bigint;
  readonly passcode_hash: string;
  readonly first_name: string;
  /** Security clock. */
  readonly set_at: string;
};

/** The passcode of a device, with its user. */
export function findPasscode(tx: Tx, device: DeviceKey): Promise<PasscodeToSignIn | undefined> {
  return tx.first<PasscodeToSignIn>(
    `SELECT p.web_account_id, w.holder_id, p.passcode_hash, h.first_name, p.set_at
       FROM device_passcode p
       JOIN web_account w ON w.tenant_id = p.tenant_id AND w.id = p.web_account_id
       JOIN holder h ON h.tenant_id = w.tenant_id AND h.id = w.holder_id
      WHERE p.tenant_id = $1 AND p.brand_id = $2 AND p.secret_hash = $3 AND p.device_uuid = $4`,
    [device.tenantId, device.brandId, device.secretHash, device.uuid],
  );
}

export async function deletePasscodeOfDevice(tx: Tx, place: Place, secretHash: Buffer): Promise<void> {
  await tx.run('DELETE FROM device_passcode WHERE tenant_id = $1 AND brand_id = $2 AND secret_hash = $3', [
    place.tenantId,
    place.brandId,
    secretHash,
  ]);
}

export type NewPasscode = DeviceKey & {
  readonly webAccountId: bigint;
  readonly userAgent: string;
  readonly hash: string;
  /** Security clock. */
  readonly now: number;
};

/** Whether this user has a passcode on the device, by its secret or by its own id. */
export async function hasPasscodeOnDevice(
  tx: Tx,
  { tenantId, webAccountId, secretHash, uuid }: Pick<NewPasscode, 'tenantId' | 'webAccountId' | 'secretHash' | 'uuid'>,
): Promise<boolean> {
  const row = await tx.first(
    `SELECT FROM device_passcode
      WHERE tenant_id = $1 AND web_account_id = $2 AND (secret_hash = $3 OR device_uuid = $4) LIMIT 1`,
    [tenantId, webAccountId, secretHash, uuid],
  );
  return row !== undefined;
}

/** Gives a device its passcode, in place of the one that it had for this user. */
export async function putPasscode(tx: Tx, passcode: NewPasscode): Promise<void> {
  await tx.run(
    `INSERT INTO device_passcode (secret_hash, tenant_id, brand_id, web_account_id, device_uuid, user_agent,
                                  passcode_hash, set_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
     ON CONFLICT (web_account_id, device_uuid) DO UPDATE
       SET secret_hash = excluded.secret_hash, user_agent = excluded.user_agent,
           passcode_hash = excluded.passcode_hash, set_at = excluded.set_at`,
    [
      passcode.secretHash,
      passcode.tenantId,
      passcode.brandId,
      passcode.webAccountId,
      passcode.uuid,
      passcode.userAgent,
      passcode.hash,
      new Date(passcode.now).toISOString(),
    ],
  );
}

/** Keeps only the newest passcodes of a web account, so that invented devices cannot fill the table. */
export async function dropOldPasscodes(tx: Tx, tenantId: number, webAccountId: bigint, kept: number): Promise<void> {
  await tx.run(
    `DELETE FROM device_passcode
      WHERE tenant_id = $1 AND secret_hash IN
        (SELECT secret_hash FROM device_passcode WHERE tenant_id = $1 AND web_account_id = $2
          ORDER BY set_at DESC, device_uuid OFFSET $3)`,
    [tenantId, webAccountId, kept],
  );
}

/** Deletes every passcode of a web account and returns their number. */
export function deletePasscodes(tx: Tx, tenantId: number, webAccountId: bigint): Promise<number> {
  return tx.run('DELETE FROM device_passcode WHERE tenant_id = $1 AND web_account_id = $2', [tenantId, webAccountId]);
}

export async function hasPasscode(tx: Tx, tenantId: number, webAccountId: bigint): Promise<boolean> {
  const row = await tx.first(
    'SELECT 1 AS one FROM device_passcode WHERE tenant_id = $1 AND web_account_id = $2 LIMIT 1',
    [tenantId, webAccountId],
  );
  return row !== undefined;
}

/** Birth date of the person of a web account, as `1990-02-01`; null if it is unknown. */
export async function readBirthDate(tx: Tx, tenantId: number, webAccountId: bigint): Promise<string | null> {
  const row = await tx.first<{ born: string | null }>(
    `SELECT h.date_of_birth::text AS born FROM web_account w
       JOIN holder h ON h.tenant_id = w.tenant_id AND h.id = w.holder_id WHERE w.tenant_id = $1 AND w.id = $2`,
    [tenantId, webAccountId],
  );
  return row?.born ?? null;
}
