import { arrayRows } from '../../platform/database/array-rows.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { Secrets } from '../../platform/secrets/secrets.ts';

export type EndpointState = 'on' | 'off' | 'disabled';
/** Why the server disabled an endpoint: it answered 410, or failed for five days. */
export type DisabledReason = 'gone' | 'failing';

type Sealed = { readonly cipher: Buffer; readonly keyVersion: number };

type SecretColumns = {
  readonly id: bigint;
  readonly secret_cipher: Buffer;
  readonly secret_key_version: number;
  readonly former_cipher: Buffer | null;
  readonly former_key_version: number | null;
  /** timestamptz as text, like all below. */
  readonly former_until: string | null;
};

export type Endpoint = SecretColumns & {
  readonly name: string;
  readonly url: string;
  readonly events: readonly string[];
  readonly state: EndpointState;
  readonly reason: DisabledReason | null;
  readonly secret_set_at: string;
  readonly failing_since: string | null;
};

const COLUMNS = `id, name, url, events, state, reason, secret_cipher, secret_key_version, secret_set_at, former_cipher,
  former_key_version, former_until, failing_since`;

const BY_NAME = `SELECT ${COLUMNS} FROM webhook_endpoint WHERE tenant_id = $1 AND lower(name) = lower($2)`;

/** Endpoint of a programme by its name, whatever its letters' case. */
export function findEndpoint(tx: Tx, tenantId: number, name: string): Promise<Endpoint | undefined> {
  return tx.first<Endpoint>(BY_NAME, [tenantId, name]);
}

/** The same, locked until the transaction ends. */
export function lockEndpoint(tx: Tx, tenantId: number, name: string): Promise<Endpoint | undefined> {
  return tx.first<Endpoint>(`${BY_NAME} FOR UPDATE`, [tenantId, name]);
}

const IS_BRAND_HOST = `
SELECT EXISTS (
  SELECT FROM brand
   WHERE tenant_id = $1 AND lower(substring(settings ->> 'BrandUrl' FROM '^https?://([^/:]+)')) = $2
) AS is_one`;

/** Whether a host name is that of a site of the programme. */
export async function isBrandHost(tx: Tx, tenantId: number, hostname: string): Promise<boolean> {
  return (await tx.first<{ is_one: boolean }>(IS_BRAND_HOST, [tenantId, hostname]))?.is_one ?? false;
}

/** Number of a programme's endpoints that are on or disabled. */
export async function countEndpoints(tx: Tx, tenantId: number): Promise<number> {
  const sql = "SELECT count(*)::int AS used FROM webhook_endpoint WHERE tenant_id = $1 AND state <> 'off'";
  return (await tx.first<{ used: number }>(sql, [tenantId]))?.used ?? 0;
}

/** Lets all that switches an endpoint of a programme on, or adds one, wait for each other until the transaction ends. */
export async function lockEndpoints(tx: Tx, tenantId: number): Promise<void> {
  await tx.first('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [`webhook endpoints:${tenantId}`]);
}

export type ListedEndpoint = Endpoint & { readonly waiting: bigint; readonly failed: bigint };

const LIST = `
SELECT ${COLUMNS},
       (SELECT count(*) FROM webhook_delivery d WHERE d.tenant_id = $1 AND d.endpoint_id = e.id AND d.state = 'due') AS waiting,
       (SELECT count(*) FROM webhook_delivery d WHERE d.tenant_id = $1 AND d.endpoint_id = e.id
           AND d.state IN ('failed', 'stopped')) AS failed
  FROM webhook_endpoint e WHERE tenant_id = $1 ORDER BY id LIMIT $2`;

/** Endpoints of a programme, the oldest first, with their events that wait and that were not delivered. */
export function listEndpoints(tx: Tx, tenantId: number, most: number): Promise<ListedEndpoint[]> {
  return tx.query<ListedEndpoint>(LIST, [tenantId, most]);
}

type By = { readonly atMs: number; readonly by: string };

const ADD = `
INSERT INTO webhook_endpoint (id, tenant_id, name, url, events, state, secret_cipher, secret_key_version, secret_set_at,
                              made_at, made_by, changed_at, changed_by)
OVERRIDING SYSTEM VALUE
VALUES ($1, $2, $3, $4, $5, 'on', $6, $7, $8, $9, $10, $9, $10)`;

type New = Pick<Endpoint, 'name' | 'url' | 'events'> & {
  readonly tenantId: number;
  readonly secret: string;
  readonly securityMs: number;
};

/** Adds an endpoint that is on. */
export async function addEndpoint(
  tx: Tx,
  secrets: Secrets,
  { tenantId, name, url, events, secret, securityMs }: New,
  { atMs, by }: By,
): Promise<void> {
  const drawn = await tx.first<{ id: bigint }>("SELECT nextval('webhook_endpoint_id_seq') AS id");
  if (!drawn) throw new Error('no id was drawn');
  const { cipher, keyVersion } = secrets.encrypt(secret, 'webhook', drawn.id);
  const sealed = [cipher, keyVersion, new Date(securityMs)];
  await tx.run(ADD, [drawn.id, tenantId, name, url, events, ...sealed, new Date(atMs), by]);
}

const CHANGE = `
UPDATE webhook_endpoint SET url = $3, events = $4, changed_at = $5, changed_by = $6 WHERE tenant_id = $1 AND id = $2`;

export async function changeEndpoint(
  tx: Tx,
  tenantId: number,
  { id, url, events }: Pick<Endpoint, 'id' | 'url' | 'events'>,
  { atMs, by }: By,
): Promise<void> {
  await tx.run(CHANGE, [tenantId, id, url, events, new Date(atMs), by]);
}

const ROTATE = `
UPDATE webhook_endpoint SET secret_cipher = $3, secret_key_version = $4, secret_set_at = $5,
       former_cipher = $6, former_key_version = $7, former_until = $8, changed_at = $9, changed_by = $10
 WHERE tenant_id = $1 AND id = $2`;

/** Replaces the secret. The former one signs too until `formerUntilMs`; undefined: not any more. */
export async function replaceSecret(
  tx: Tx,
  secrets: Secrets,
  endpoint: Endpoint,
  given: {
    readonly tenantId: number;
    readonly secret: string;
    readonly nowMs: number;
    readonly formerUntilMs?: number | undefined;
  },
  { atMs, by }: By,
): Promise<void> {
  const { cipher, keyVersion } = secrets.encrypt(given.secret, 'webhook', endpoint.id);
  const former: readonly unknown[] =
    given.formerUntilMs === undefined
      ? [null, null, null]
      : [endpoint.secret_cipher, endpoint.secret_key_version, new Date(given.formerUntilMs)];
  const changed = [cipher, keyVersion, new Date(given.nowMs), ...former, new Date(atMs), by];
  await tx.run(ROTATE, [given.tenantId, endpoint.id, ...changed]);
}

const UNDER_OLD_KEYS = `
SELECT id, secret_cipher, secret_key_version, former_cipher, former_key_version, former_until FROM webhook_endpoint
 WHERE tenant_id = $1 AND (secret_key_version < $2 OR former_key_version < $2)
 ORDER BY id LIMIT $3 FOR UPDATE`;

const RESEAL = `
UPDATE webhook_endpoint e SET secret_cipher = new.secret, former_cipher = new.former, secret_key_version = $2,
       former_key_version = CASE WHEN new.former IS NOT NULL THEN $2::smallint END
  FROM ${arrayRows('new', 3, { id: 'bigint', secret: 'bytea', former: 'bytea' })}
 WHERE e.tenant_id = $1 AND e.id = new.id`;

/**
 * Seals secrets again that are under an older version of the data key, of at most `most` endpoints. One that cannot be
 * opened is left as it is. Answers how many were sealed.
 */
export async function resealSecrets(tx: Tx, secrets: Secrets, tenantId: number, most: number): Promise<number> {
  const current = secrets.keyVersions.pan;
  const old = await tx.query<SecretColumns>(UNDER_OLD_KEYS, [tenantId, current, most]);
  const sealed = old.flatMap((one) => resealed(secrets, one) ?? []);
  if (sealed.length === 0) return 0;
  const columns = [sealed.map(({ id }) => id), sealed.map(({ secret }) => secret), sealed.map(({ former }) => former)];
  return tx.run(RESEAL, [tenantId, current, ...columns]);
}

/** Undefined: one of the secrets cannot be opened. */
function resealed(secrets: Secrets, endpoint: SecretColumns) {
  const { id, former_cipher: former, former_key_version: formerVersion } = endpoint;
  const again = (cipher: Buffer, keyVersion: number) =>
    secrets.encrypt(secrets.decrypt(cipher, keyVersion, 'webhook', id), 'webhook', id).cipher;
  try {
    const secret = again(endpoint.secret_cipher, endpoint.secret_key_version);
    return { id, secret, former: former && formerVersion !== null ? again(former, formerVersion) : null };
  } catch {
    return undefined;
  }
}

const FORGET_FORMER = `
UPDATE webhook_endpoint SET former_cipher = NULL, former_key_version = NULL, former_until = NULL
 WHERE tenant_id = $1 AND former_until <= $2`;

/** Forgets former secrets that sign no more at a moment of the security clock. */
export function forgetFormerSecrets(tx: Tx, tenantId: number, nowMs: number): Promise<number> {
  return tx.run(FORGET_FORMER, [tenantId, new Date(nowMs)]);
}

const SWITCH = `
UPDATE webhook_endpoint SET state = $3, reason = $4, failing_since = NULL, failed_at = NULL, paused_until = NULL,
       is_raised = false, changed_at = $5, changed_by = $6
 WHERE tenant_id = $1 AND id = $2`;

/** Sets the state of an endpoint. The job stops what it has not got. */
export async function switchEndpoint(
  tx: Tx,
  tenantId: number,
  id: bigint,
  { state, reason = null }: { readonly state: EndpointState; readonly reason?: DisabledReason | null },
  { atMs, by }: By,
): Promise<void> {
  await tx.run(SWITCH, [tenantId, id, state, reason, new Date(atMs), by]);
}

const STOP = `
WITH waiting AS MATERIALIZED (
  SELECT d.endpoint_id, d.event_id FROM webhook_endpoint e
   CROSS JOIN LATERAL (
     SELECT w.endpoint_id, w.event_id FROM webhook_delivery w
      WHERE w.tenant_id = $1 AND w.endpoint_id = e.id AND w.state = 'due'
      LIMIT $3 FOR UPDATE SKIP LOCKED) d
   WHERE e.tenant_id = $1 AND CASE WHEN $2::bigint IS NULL THEN e.state <> 'on' ELSE e.id = $2 END LIMIT $3)
UPDATE webhook_delivery d SET state = 'stopped' FROM waiting
 WHERE d.tenant_id = $1 AND d.endpoint_id = waiting.endpoint_id AND d.event_id = waiting.event_id`;

/**
 * Stops at most so many events that wait for an endpoint, or without one for those that are not on. Answers how many. It
 * waits for no lock, so rows that are being settled are left.
 */
export function stopWaiting(tx: Tx, tenantId: number, endpointId: bigint | undefined, most: number): Promise<number> {
  return tx.run(STOP, [tenantId, endpointId ?? null, most]);
}

const OPEN = `SELECT ${COLUMNS} FROM webhook_endpoint e
 WHERE tenant_id = $1 AND id = $2 AND state = 'on' AND (paused_until IS NULL OR paused_until <= $3)`;

/** An endpoint that may be sent something at a moment of the security clock. */
export function findOpen(tx: Tx, tenantId: number, id: bigint, nowMs: number): Promise<Endpoint | undefined> {
  return tx.first<Endpoint>(OPEN, [tenantId, id, new Date(nowMs)]);
}

/** Secrets that sign at a moment of the security clock, the newest first, in their written form. */
export function secretsOf(secrets: Secrets, endpoint: SecretColumns, nowMs: number): readonly string[] {
  const { id, former_cipher: cipher, former_key_version: keyVersion, former_until: until } = endpoint;
  const open = (sealed: Sealed) => secrets.decrypt(sealed.cipher, sealed.keyVersion, 'webhook', id);
  const newest = open({ cipher: endpoint.secret_cipher, keyVersion: endpoint.secret_key_version });
  const isValid = until !== null && Date.parse(until) > nowMs;
  return isValid && cipher && keyVersion !== null ? [newest, open({ cipher, keyVersion })] : [newest];
}
