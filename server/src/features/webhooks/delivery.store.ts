import type { Tx } from '../../platform/database/database.ts';
import type { Endpoint } from './endpoint.store.ts';
import type { Outcome } from './schedule.domain.ts';

/** Programmes that have something due at a moment of the security clock. */
export async function tenantsWithDue(tx: Tx, nowMs: number): Promise<number[]> {
  const sql = 'SELECT tenants_with_due_webhooks AS id FROM tenants_with_due_webhooks($1)';
  return (await tx.query<{ id: number }>(sql, [new Date(nowMs)])).map(({ id }) => id);
}

/** An event for an endpoint, leased to this server. */
export type Claimed = Pick<
  Endpoint,
  'url' | 'secret_cipher' | 'secret_key_version' | 'former_cipher' | 'former_key_version' | 'former_until'
> & {
  readonly endpoint_id: bigint;
  readonly event_id: bigint;
  readonly is_failing: boolean;
  /** Made in this round so far. */
  readonly attempts: number;
  readonly type: string;
  readonly object: string;
  readonly data: Readonly<Record<string, unknown>>;
  readonly at: string;
};

// A receiver that fails gets one event at a time.
const CLAIM = `
WITH due AS MATERIALIZED (
  SELECT d.endpoint_id, d.event_id FROM webhook_endpoint e
   CROSS JOIN LATERAL (
     SELECT w.endpoint_id, w.event_id FROM webhook_delivery w
      WHERE w.tenant_id = $1 AND w.endpoint_id = e.id AND w.state = 'due' AND w.next_at <= $2
      ORDER BY w.next_at, w.event_id LIMIT CASE WHEN e.failing_since IS NULL THEN $5 ELSE 1 END
      FOR UPDATE SKIP LOCKED) d
   WHERE e.tenant_id = $1 AND e.state = 'on' AND e.id <> ALL ($4::bigint[]) AND (e.failing_since IS NULL OR $6)
   LIMIT $7),
claimed AS (
  UPDATE webhook_delivery w SET next_at = $3 FROM due
   WHERE w.tenant_id = $1 AND w.endpoint_id = due.endpoint_id AND w.event_id = due.event_id
  RETURNING w.endpoint_id, w.event_id, w.attempts)
SELECT c.endpoint_id, c.event_id, c.attempts, e.url, e.secret_cipher, e.secret_key_version, e.former_cipher,
       e.former_key_version, e.former_until, e.failing_since IS NOT NULL AS is_failing, v.type, v.object, v.data, v.at
  FROM claimed c
  JOIN webhook_endpoint e ON e.tenant_id = $1 AND e.id = c.endpoint_id
  JOIN webhook_event v ON v.tenant_id = $1 AND v.id = c.event_id
 ORDER BY c.endpoint_id, c.event_id`;

export type Claim = {
  readonly tenantId: number;
  /** Security clock. */
  readonly nowMs: number;
  readonly leaseEndsAtMs: number;
  /** Endpoints that this server is calling. */
  readonly except: readonly bigint[];
  readonly takesFailing: boolean;
  readonly ofEach: number;
  readonly most: number;
};

/** Leases what is due, at most so many of each endpoint. Skips rows that another server is claiming. */
export function claimDue(tx: Tx, claim: Claim): Promise<Claimed[]> {
  const { tenantId, nowMs, leaseEndsAtMs, except, takesFailing, ofEach, most } = claim;
  const times = [new Date(nowMs), new Date(leaseEndsAtMs)];
  return tx.query<Claimed>(CLAIM, [tenantId, ...times, except, ofEach, takesFailing, most]);
}

type Delivery = { readonly tenantId: number; readonly endpointId: bigint; readonly eventId: bigint };

const GIVE_BACK = `
UPDATE webhook_delivery SET next_at = $4
 WHERE tenant_id = $1 AND endpoint_id = $2 AND event_id = ANY ($3::bigint[]) AND state = 'due'`;

/** Ends the lease of events that were not sent. */
export async function giveBack(
  tx: Tx,
  { tenantId, endpointId }: Omit<Delivery, 'eventId'>,
  eventIds: readonly bigint[],
  nowMs: number,
): Promise<void> {
  await tx.run(GIVE_BACK, [tenantId, endpointId, eventIds, new Date(nowMs)]);
}

const ADD_ATTEMPT = `
INSERT INTO webhook_attempt (tenant_id, endpoint_id, event_id, attempt, at, status, fault, ms)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`;

export function addAttempt(
  tx: Tx,
  { tenantId, endpointId, eventId }: Delivery,
  made: { readonly attempt: number; readonly atMs: number; readonly outcome: Outcome; readonly ms: number },
): void {
  const { attempt, atMs, outcome, ms } = made;
  const ended = 'fault' in outcome ? [null, outcome.fault.slice(0, 40)] : [outcome.status, null];
  tx.later(ADD_ATTEMPT, [tenantId, endpointId, eventId, attempt, new Date(atMs), ...ended, ms]);
}

const END = `
UPDATE webhook_delivery SET attempts = $4, state = $5, next_at = coalesce($6, next_at)
 WHERE tenant_id = $1 AND endpoint_id = $2 AND event_id = $3 AND state = 'due'`;

/** Saves that an event was delivered, is sent again at a moment, or failed for the last time. */
export function endAttempt(
  tx: Tx,
  { tenantId, endpointId, eventId }: Delivery,
  attempts: number,
  then: { readonly state: 'done' | 'failed' } | { readonly againAtMs: number },
): void {
  const [state, at] = 'state' in then ? [then.state, null] : ['due', new Date(then.againAtMs)];
  tx.later(END, [tenantId, endpointId, eventId, attempts, state, at]);
}

const WORKS = `
UPDATE webhook_endpoint SET failing_since = NULL, is_raised = false
 WHERE tenant_id = $1 AND id = $2 AND failing_since IS NOT NULL`;

export function noteSuccess(tx: Tx, { tenantId, endpointId }: Omit<Delivery, 'eventId'>): void {
  tx.later(WORKS, [tenantId, endpointId]);
}

const FAILS = `
UPDATE webhook_endpoint SET failing_since = coalesce(failing_since, $3)
 WHERE tenant_id = $1 AND id = $2 AND state = 'on' RETURNING failing_since, is_raised`;

/** Notes a failure of an endpoint that is on. Undefined: it is not on any more. */
export async function noteFailure(
  tx: Tx,
  { tenantId, endpointId }: Omit<Delivery, 'eventId'>,
  nowMs: number,
): Promise<{ readonly failingSinceMs: number; readonly isRaised: boolean } | undefined> {
  const sql: [string, unknown[]] = [FAILS, [tenantId, endpointId, new Date(nowMs)]];
  const row = await tx.first<{ failing_since: string; is_raised: boolean }>(...sql);
  return row && { failingSinceMs: Date.parse(row.failing_since), isRaised: row.is_raised };
}

export async function markRaised(tx: Tx, { tenantId, endpointId }: Omit<Delivery, 'eventId'>): Promise<void> {
  await tx.run('UPDATE webhook_endpoint SET is_raised = true WHERE tenant_id = $1 AND id = $2', [tenantId, endpointId]);
}

const PAUSE = `
UPDATE webhook_delivery SET next_at = $3 WHERE tenant_id = $1 AND endpoint_id = $2 AND state = 'due' AND next_at < $3`;

/** Sends an endpoint nothing before a moment. */
export async function pauseUntil(
  tx: Tx,
  { tenantId, endpointId }: Omit<Delivery, 'eventId'>,
  untilMs: number,
): Promise<void> {
  await tx.run(PAUSE, [tenantId, endpointId, new Date(untilMs)]);
}
