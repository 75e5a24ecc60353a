import { arrayRows } from '../../platform/database/array-rows.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { Outcome } from './schedule.domain.ts';

/** Programmes that have something due at a moment of the security clock. */
export async function tenantsWithDue(tx: Tx, nowMs: number): Promise<number[]> {
  const sql = 'SELECT tenants_with_due_webhooks AS id FROM tenants_with_due_webhooks($1)';
  return (await tx.query<{ id: number }>(sql, [new Date(nowMs)])).map(({ id }) => id);
}

/** An event for an endpoint, leased to this server. */
export type Claimed = {
  readonly endpoint_id: bigint;
  readonly event_id: bigint;
  readonly is_failing: boolean;
  /** Since when it has been due: timestamptz as text. */
  readonly due_at: string;
  /** Made in this round so far. */
  readonly attempts: number;
  readonly type: string;
  readonly object: string;
  readonly data: Readonly<Record<string, unknown>>;
  readonly at: string;
};

// Each endpoint has one place. A receiver that fails gets one event at a time, and has one of the places for such.
const CLAIM = `
WITH open AS (
  SELECT e.id, e.failing_since IS NOT NULL AS is_failing FROM webhook_endpoint e
   WHERE e.tenant_id = $1 AND e.state = 'on' AND e.id <> ALL ($4::bigint[])
     AND (e.paused_until IS NULL OR e.paused_until <= $2)
     AND EXISTS (SELECT FROM webhook_delivery w
                  WHERE w.tenant_id = $1 AND w.endpoint_id = e.id AND w.state = 'due' AND w.next_at <= $2)),
placed AS (
  SELECT * FROM ((SELECT * FROM open WHERE NOT is_failing LIMIT $6)
                 UNION ALL (SELECT * FROM open WHERE is_failing LIMIT least($6, $7))) AS every
   ORDER BY is_failing LIMIT $6),
due AS MATERIALIZED (
  SELECT d.endpoint_id, d.event_id, d.next_at, p.is_failing FROM placed p
   CROSS JOIN LATERAL (
     SELECT w.endpoint_id, w.event_id, w.next_at FROM webhook_delivery w
      WHERE w.tenant_id = $1 AND w.endpoint_id = p.id AND w.state = 'due' AND w.next_at <= $2
      ORDER BY w.next_at, w.event_id LIMIT CASE WHEN p.is_failing THEN 1 ELSE $5 END
      FOR UPDATE SKIP LOCKED) d
   LIMIT $8),
claimed AS (
  UPDATE webhook_delivery w SET next_at = $3 FROM due
   WHERE w.tenant_id = $1 AND w.endpoint_id = due.endpoint_id AND w.event_id = due.event_id
  RETURNING w.endpoint_id, w.event_id, w.attempts, due.next_at AS due_at, due.is_failing)
SELECT c.endpoint_id, c.event_id, c.is_failing, c.due_at, c.attempts, v.type, v.object, v.data, v.at
  FROM claimed c
  JOIN webhook_event v ON v.tenant_id = $1 AND v.id = c.event_id
 ORDER BY c.endpoint_id, c.event_id`;

export type Claim = {
  readonly tenantId: number;
  /** Security clock. */
  readonly nowMs: number;
  readonly leaseEndsAtMs: number;
  /** Endpoints that this server is calling. */
  readonly except: readonly bigint[];
  /** Events of one endpoint. */
  readonly ofEach: number;
  /** Endpoints, of them such that failed last, and events of all. */
  readonly places: number;
  readonly failingPlaces: number;
  readonly most: number;
};

/** Leases what is due, at most so many of each endpoint. Skips rows that another server is claiming. */
export function claimDue(tx: Tx, claim: Claim): Promise<Claimed[]> {
  const { tenantId, nowMs, leaseEndsAtMs, except, ofEach, places, failingPlaces, most } = claim;
  const times = [new Date(nowMs), new Date(leaseEndsAtMs)];
  return tx.query<Claimed>(CLAIM, [tenantId, ...times, except, ofEach, places, failingPlaces, most]);
}

type Delivery = { readonly tenantId: number; readonly endpointId: bigint; readonly eventId: bigint };

const GIVE_BACK = `
UPDATE webhook_delivery d SET next_at = unsent.due_at
  FROM ${arrayRows('unsent', 3, { event_id: 'bigint', due_at: 'timestamptz' })}
 WHERE d.tenant_id = $1 AND d.endpoint_id = $2 AND d.event_id = unsent.event_id AND d.state = 'due'`;

/** Ends the lease of events that were not sent: they are due since when they were. */
export async function giveBack(
  tx: Tx,
  { tenantId, endpointId }: Omit<Delivery, 'eventId'>,
  unsent: readonly Pick<Claimed, 'event_id' | 'due_at'>[],
): Promise<void> {
  const columns = [unsent.map((one) => one.event_id), unsent.map((one) => one.due_at)];
  await tx.run(GIVE_BACK, [tenantId, endpointId, ...columns]);
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
 WHERE tenant_id = $1 AND endpoint_id = $2 AND event_id = $3
   AND (state = 'due' OR (state = 'stopped' AND $5 = 'done'))`;

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
UPDATE webhook_endpoint SET
  failing_since = CASE WHEN failed_at >= $4 THEN coalesce(failing_since, $3) ELSE $3 END,
  is_raised = is_raised AND coalesce(failed_at >= $4, false),
  failed_at = greatest(failed_at, $3),
  paused_until = greatest(paused_until, $5)
 WHERE tenant_id = $1 AND id = $2 AND state = 'on' RETURNING failing_since, is_raised`;

/**
 * Notes a failure of an endpoint that is on, and sends it nothing before `pausedUntilMs`. Where it had failed before
 * `anewBeforeMs` alone, a new series starts. Undefined: it is not on any more.
 */
export async function noteFailure(
  tx: Tx,
  { tenantId, endpointId }: Omit<Delivery, 'eventId'>,
  given: { readonly nowMs: number; readonly anewBeforeMs: number; readonly pausedUntilMs: number },
): Promise<{ readonly failingSinceMs: number; readonly isRaised: boolean } | undefined> {
  const times = [given.nowMs, given.anewBeforeMs, given.pausedUntilMs].map((ms) => new Date(ms));
  const sql: [string, unknown[]] = [FAILS, [tenantId, endpointId, ...times]];
  const row = await tx.first<{ failing_since: string; is_raised: boolean }>(...sql);
  return row && { failingSinceMs: Date.parse(row.failing_since), isRaised: row.is_raised };
}

export async function markRaised(tx: Tx, { tenantId, endpointId }: Omit<Delivery, 'eventId'>): Promise<void> {
  await tx.run('UPDATE webhook_endpoint SET is_raised = true WHERE tenant_id = $1 AND id = $2', [tenantId, endpointId]);
}
