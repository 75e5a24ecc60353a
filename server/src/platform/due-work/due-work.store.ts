import type { Tx } from '../database/database.ts';
import type { ClockName } from './queue.ts';

const iso = (ms: number) => new Date(ms).toISOString();

type NewRow = {
  readonly tenantId: number;
  readonly job: string;
  readonly clock: ClockName;
  readonly key: string;
  readonly dueAtMs: number;
  /** Security clock. */
  readonly nowMs: number;
};

const INSERT = `
INSERT INTO due_work (tenant_id, job, clock, key, is_recurring, payload, planned_at, due_at, not_before)
VALUES ($1, $2, $3, $4, $5, $6, $7, $7, $8)
ON CONFLICT (tenant_id, job, key) DO NOTHING`;

const valuesOf = ({ tenantId, job, clock, key, dueAtMs, nowMs }: NewRow, isRecurring: boolean, payload: unknown) => [
  tenantId,
  job,
  clock,
  key,
  isRecurring,
  JSON.stringify(payload),
  iso(dueAtMs),
  iso(nowMs),
];

async function insert(tx: Tx, row: NewRow, isRecurring: boolean, payload: unknown): Promise<boolean> {
  return (await tx.run(INSERT, valuesOf(row, isRecurring, payload))) === 1;
}

/** Inserts an item. Returns false if its key already exists. */
export function insertItem(tx: Tx, row: NewRow & { readonly payload: unknown }): Promise<boolean> {
  return insert(tx, row, false, row.payload);
}

/** The same with a deferred statement, for payments. */
export function insertItemLater(tx: Tx, row: NewRow & { readonly payload: unknown }): void {
  tx.later(INSERT, valuesOf(row, false, row.payload));
}

/** Inserts the row of a recurring job unless it exists. */
export async function insertRecurring(tx: Tx, row: Omit<NewRow, 'key'>): Promise<void> {
  await insert(tx, { ...row, key: 'recurring' }, true, {});
}

const TENANTS = 'SELECT id FROM tenant WHERE id NOT IN (SELECT tenant_id FROM tenant_away) ORDER BY id';

/** Tenants that accept writes here. */
export async function readTenants(tx: Tx): Promise<number[]> {
  return (await tx.query<{ id: number }>(TENANTS)).map(({ id }) => id);
}

export type Times = { readonly business: number; readonly security: number };

/** Jobs that have claimable work, with their tenants. */
export function readWaiting(tx: Tx, now: Times): Promise<{ tenant_id: number; job: string }[]> {
  return tx.query('SELECT tenant_id, job FROM due_work_waiting($1, $2)', [iso(now.business), iso(now.security)]);
}

/** Work for which this process holds a lease. */
export type Claimed = {
  readonly id: bigint;
  readonly tenant_id: number;
  readonly job: string;
  readonly key: string;
  readonly payload: unknown;
  readonly planned_ms: number;
  readonly fence: bigint;
  /** Number of attempts, including the current one. */
  readonly attempts: number;
  readonly last_error: string | null;
};

// With SKIP LOCKED the statement never waits for a lock, and PostgreSQL rechecks the lease condition on rows
// that changed.
const CLAIM = `
WITH due AS MATERIALIZED (
  SELECT id FROM due_work
   WHERE tenant_id = $1 AND job = $2 AND done_at IS NULL AND dead_at IS NULL AND due_at <= $3 AND not_before <= $4
   ORDER BY due_at, id LIMIT $5 FOR UPDATE SKIP LOCKED),
claimed AS (
  UPDATE due_work w SET fence = w.fence + 1, attempts = w.attempts + 1, is_leased = true, not_before = $6
    FROM due WHERE w.tenant_id = $1 AND w.id = due.id
  RETURNING w.*)
SELECT id, tenant_id, job, key, payload, (extract(epoch FROM planned_at) * 1000)::float8 AS planned_ms,
       fence, attempts, last_error
  FROM claimed ORDER BY due_at, id`;

export type Claim = {
  readonly tenantId: number;
  readonly job: string;
  /** By the job's clock. */
  readonly dueByMs: number;
  /** Security clock, like all below. */
  readonly nowMs: number;
  readonly leaseEndsAtMs: number;
  readonly limit: number;
};

/** Leases due work, oldest first. Skips rows that another server is claiming. */
export function claimWork(tx: Tx, claim: Claim): Promise<Claimed[]> {
  const { tenantId, job, dueByMs, nowMs, leaseEndsAtMs, limit } = claim;
  return tx.query<Claimed>(CLAIM, [tenantId, job, iso(dueByMs), iso(nowMs), limit, iso(leaseEndsAtMs)]);
}

/** The lease was released, expired, or is held by another server. */
export class LeaseLost extends Error {}

type Lease = Pick<Claimed, 'tenant_id' | 'id' | 'fence'>;

const OWN = 'tenant_id = $1 AND id = $2 AND fence = $3 AND is_leased';

async function change(tx: Tx, lease: Lease, what: string, values: readonly unknown[]): Promise<void> {
  const changed = await tx.run(`UPDATE due_work SET ${what}`, [lease.tenant_id, lease.id, lease.fence, ...values]);
  if (changed !== 1) throw new LeaseLost(`the lease of work ${lease.id} is lost`);
}

/**
 * Renews a lease and locks the row until the transaction ends, so that no other server can claim it. An
 * expired lease is lost, whether or not another server has taken it.
 */
export function renew(tx: Tx, lease: Lease, nowMs: number, leaseEndsAtMs: number): Promise<void> {
  return change(tx, lease, `not_before = $5 WHERE ${OWN} AND not_before > $4`, [iso(nowMs), iso(leaseEndsAtMs)]);
}

/** Marks an item as done. Its key is kept. */
export function endDone(tx: Tx, lease: Lease, nowMs: number): Promise<void> {
  return change(tx, lease, `is_leased = false, last_error = NULL, payload = '{}', done_at = $4 WHERE ${OWN}`, [
    iso(nowMs),
  ]);
}

/** Plans the next occurrence of recurring work. */
export function endOccurrence(tx: Tx, lease: Lease, nowMs: number, nextMs: number): Promise<void> {
  return change(
    tx,
    lease,
    `is_leased = false, attempts = 0, last_error = NULL, not_before = $4, planned_at = $5, due_at = $5 WHERE ${OWN}`,
    [iso(nowMs), iso(nextMs)],
  );
}

/** Postpones the same occurrence. This does not count as a failure. */
export function putOff(tx: Tx, lease: Lease, nowMs: number, dueAtMs: number): Promise<void> {
  return change(
    tx,
    lease,
    `is_leased = false, attempts = 0, last_error = NULL, not_before = $4, due_at = $5 WHERE ${OWN}`,
    [iso(nowMs), iso(dueAtMs)],
  );
}

/** Releases the lease of work that was not started. */
export function giveBack(tx: Tx, lease: Lease, nowMs: number): Promise<void> {
  return change(tx, lease, `is_leased = false, attempts = attempts - 1, not_before = $4 WHERE ${OWN}`, [iso(nowMs)]);
}

/** Records a failure. The work cannot be claimed before `retryAtMs` of the security clock. */
export function endFailed(tx: Tx, lease: Lease, retryAtMs: number, reason: string): Promise<void> {
  return change(tx, lease, `is_leased = false, not_before = $4, last_error = $5 WHERE ${OWN}`, [
    iso(retryAtMs),
    reason,
  ]);
}

/** Makes an item a dead letter, with the reason. */
export function endDead(tx: Tx, lease: Lease, nowMs: number, reason: string): Promise<void> {
  return change(tx, lease, `is_leased = false, dead_at = $4, last_error = $5 WHERE ${OWN}`, [iso(nowMs), reason]);
}
