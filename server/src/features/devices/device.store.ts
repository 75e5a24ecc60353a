import type { Device } from '@wattle/contract/devices/device.ts';
import type { Tx } from '../../platform/database/database.ts';

/** Owner of devices. */
export type Owner = { readonly tenantId: number; readonly brandId: number; readonly webAccountId: bigint };

/** Invented devices fill no table: of an account those seen last are kept. */
const DEVICES_OF_AN_ACCOUNT = 20;

const iso = (ms: number) => new Date(ms).toISOString();

type Registering = {
  /** Security clock. */
  readonly nowMs: number;
  /** Whether its user has been asked about notices, so that the switches and the registration count. */
  readonly answersNotices: boolean;
};

/**
 * Registers a device or updates it. If its notices go to another address from now on, its age starts again, because the
 * signed-in person sees the name of an old device.
 */
export async function putDevice(
  tx: Tx,
  owner: Owner,
  device: Device,
  { nowMs, answersNotices }: Registering,
): Promise<void> {
  if (answersNotices && device.registrationId !== '') await takeOver(tx, owner, device);
  await tx.run(
    `INSERT INTO device (tenant_id, brand_id, web_account_id, uuid, model, version, platform, name, registration_id,
                         fcm_enabled, enabled, notices_answered, registered_at, seen_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, CASE WHEN $13 THEN $9 ELSE '' END, $13 AND $10, $11, $13, $12, $12)
     ON CONFLICT (web_account_id, uuid) DO UPDATE
       SET model = excluded.model, version = excluded.version, platform = excluded.platform, name = excluded.name,
           registration_id = CASE WHEN $13 THEN excluded.registration_id ELSE device.registration_id END,
           fcm_enabled = CASE WHEN $13 THEN excluded.fcm_enabled ELSE device.fcm_enabled END,
           enabled = CASE WHEN $13 THEN excluded.enabled ELSE device.enabled END,
           notices_answered = device.notices_answered OR $13,
           registered_at = CASE WHEN $13 AND excluded.registration_id NOT IN ('', device.registration_id)
                                THEN excluded.registered_at
                                ELSE coalesce(device.registered_at, excluded.registered_at) END, seen_at = excluded.seen_at`,
    [
      owner.tenantId,
      owner.brandId,
      owner.webAccountId,
      device.uuid,
      device.model,
      device.version,
      device.platform,
      device.name,
      device.registrationId,
      device.fcmEnabled,
      device.enabled,
      iso(nowMs),
      answersNotices,
    ],
  );
  await dropOldest(tx, owner);
}

/** A browser's notices belong to the person who turned them on last, so no one reads another's on a shared browser. */
async function takeOver(tx: Tx, owner: Owner, { registrationId, uuid }: Device): Promise<void> {
  await tx.run(
    `UPDATE device SET registration_id = '', fcm_enabled = false
      WHERE tenant_id = $1 AND registration_id = $2 AND (web_account_id, uuid) <> ($3, $4)`,
    [owner.tenantId, registrationId, owner.webAccountId, uuid],
  );
}

export type Registration = { readonly uuid: string; readonly registration_id: string };

/** Addresses to which a user's notices are sent. */
export function registrationsOf(tx: Tx, tenantId: number, webAccountId: bigint): Promise<Registration[]> {
  return tx.query<Registration>(
    `SELECT uuid, registration_id FROM device
      WHERE tenant_id = $1 AND web_account_id = $2 AND enabled AND fcm_enabled AND registration_id <> ''
      ORDER BY id`,
    [tenantId, webAccountId],
  );
}

/** The device takes no more notices by this registration. Its user's wish stays: the page registers it again. */
export async function forgetRegistration(tx: Tx, tenantId: number, registrationId: string): Promise<void> {
  await tx.run(`UPDATE device SET registration_id = '' WHERE tenant_id = $1 AND registration_id = $2`, [
    tenantId,
    registrationId,
  ]);
}

/** Notes that the offer of a passcode was declined on a device, registered or not. */
export async function declinePasscode(tx: Tx, owner: Owner, uuid: string, nowMs: number): Promise<void> {
  await tx.run(
    `INSERT INTO device (tenant_id, brand_id, web_account_id, uuid, passcode_alert_off, seen_at)
     VALUES ($1, $2, $3, $4, true, $5)
     ON CONFLICT (web_account_id, uuid) DO UPDATE SET passcode_alert_off = true, seen_at = excluded.seen_at`,
    [owner.tenantId, owner.brandId, owner.webAccountId, uuid, iso(nowMs)],
  );
  await dropOldest(tx, owner);
}

async function dropOldest(tx: Tx, owner: Owner): Promise<void> {
  await tx.run(
    `DELETE FROM device WHERE tenant_id = $1 AND id IN
       (SELECT id FROM device WHERE tenant_id = $1 AND web_account_id = $2 ORDER BY seen_at DESC, id DESC OFFSET $3)`,
    [owner.tenantId, owner.webAccountId, DEVICES_OF_AN_ACCOUNT],
  );
}

export type DeviceRow = {
  readonly uuid: string;
  readonly model: string;
  readonly version: string;
  readonly platform: string;
  readonly name: string;
  readonly registration_id: string;
  readonly fcm_enabled: boolean;
  readonly enabled: boolean;
};

const COLUMNS = 'uuid, model, version, platform, name, registration_id, fcm_enabled, enabled';

export type KnownDevice = DeviceRow & {
  readonly is_registered: boolean;
  readonly passcode_alert_off: boolean;
  readonly notices_answered: boolean;
};

export function findDevice(tx: Tx, owner: Owner, uuid: string): Promise<KnownDevice | undefined> {
  return tx.first<KnownDevice>(
    `SELECT ${COLUMNS}, registered_at IS NOT NULL AS is_registered, passcode_alert_off, notices_answered
       FROM device WHERE tenant_id = $1 AND web_account_id = $2 AND uuid = $3`,
    [owner.tenantId, owner.webAccountId, uuid],
  );
}

/** Whether the owner has a passcode on a device of this name. */
export async function hasPasscodeOn(tx: Tx, owner: Owner, uuid: string): Promise<boolean> {
  const row = await tx.first(
    'SELECT 1 AS one FROM device_passcode WHERE tenant_id = $1 AND web_account_id = $2 AND device_uuid = $3',
    [owner.tenantId, owner.webAccountId, uuid],
  );
  return row !== undefined;
}

/** Whether the owner is asked to check the account, after a reset of the password. */
export async function isCheckOpen(tx: Tx, { tenantId, webAccountId }: Owner): Promise<boolean> {
  const sql = 'SELECT FROM web_account WHERE tenant_id = $1 AND id = $2 AND check_since IS NOT NULL';
  return (await tx.first(sql, [tenantId, webAccountId])) !== undefined;
}

/** The owner's registered devices, the one seen last first. */
export function listDevices(tx: Tx, owner: Owner): Promise<DeviceRow[]> {
  return tx.query<DeviceRow>(
    `SELECT ${COLUMNS} FROM device
      WHERE tenant_id = $1 AND web_account_id = $2 AND registered_at IS NOT NULL ORDER BY seen_at DESC, id DESC`,
    [owner.tenantId, owner.webAccountId],
  );
}

/** Changes the fields of a registered device that its owner may change. False: there is no such device. */
export async function changeDevice(
  tx: Tx,
  owner: Owner,
  device: Pick<Device, 'uuid' | 'name' | 'fcmEnabled' | 'enabled'>,
): Promise<boolean> {
  const changed = await tx.run(
    `UPDATE device SET name = $4, fcm_enabled = $5, enabled = $6, notices_answered = true
      WHERE tenant_id = $1 AND web_account_id = $2 AND uuid = $3 AND registered_at IS NOT NULL`,
    [owner.tenantId, owner.webAccountId, device.uuid, device.name, device.fcmEnabled, device.enabled],
  );
  return changed === 1;
}

/** Whether an account number is the one that the owner's login belongs to. */
export async function isOwnAccount(tx: Tx, owner: Owner, accountNumber: string): Promise<boolean> {
  const row = await tx.first(
    `SELECT 1 AS one
       FROM web_account w
       JOIN member_account m ON m.tenant_id = w.tenant_id AND m.id = w.member_account_id
      WHERE w.tenant_id = $1 AND w.id = $2 AND m.account_number = $3`,
    [owner.tenantId, owner.webAccountId, accountNumber],
  );
  return row !== undefined;
}
