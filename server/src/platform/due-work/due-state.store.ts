import type { Tx } from '../database/database.ts';
import type { Times } from './due-work.store.ts';

/** State of a job's work, across all tenants. */
export type JobState = {
  readonly job: string;
  /** Due for longer than work may take, failing work included. */
  readonly late: number;
  /** Age of the oldest due work, in seconds of the job's clock; 0 if nothing is due. */
  readonly oldestSeconds: number;
  readonly running: number;
  /** Waiting for a retry. */
  readonly failing: number;
  readonly dead: number;
};

type Row = {
  readonly job: string;
  readonly late: bigint;
  readonly oldest_seconds: number;
  readonly running: bigint;
  readonly failing: bigint;
  readonly dead: bigint;
};

const STATE = "SELECT * FROM due_work_state($1, $2, $3 * interval '1 ms')";

/** The jobs that have work due or dead letters. Work counts as late when it has been due for `lateAfterMs`. */
export async function readDueState(tx: Tx, now: Times, lateAfterMs: number): Promise<JobState[]> {
  const at = [now.business, now.security].map((ms) => new Date(ms).toISOString());
  const rows = await tx.query<Row>(STATE, [...at, lateAfterMs]);
  return rows.map(({ job, late, oldest_seconds, running, failing, dead }) => ({
    job,
    late: Number(late),
    oldestSeconds: oldest_seconds,
    running: Number(running),
    failing: Number(failing),
    dead: Number(dead),
  }));
}

/** Item that was given up. */
export type DeadLetter = {
  readonly id: bigint;
  readonly job: string;
  readonly key: string;
  readonly attempts: number;
  readonly reason: string;
  /** Time of giving up: an instant of the security clock, as PostgreSQL prints it in UTC. */
  readonly deadAt: string;
};

const DEAD = `
SELECT id, job, key, attempts, last_error AS reason, dead_at AS "deadAt" FROM due_work
 WHERE tenant_id = $1 AND dead_at IS NOT NULL AND id > $2 ORDER BY id LIMIT $3`;

/** The dead letters of a tenant, 0 for those of the instance: the oldest after `afterId`. */
export function listDeadLetters(tx: Tx, tenantId: number, limit: number, afterId = 0n): Promise<DeadLetter[]> {
  return tx.query<DeadLetter>(DEAD, [tenantId, afterId, limit]);
}

const RETRY = `
UPDATE due_work SET dead_at = NULL, attempts = 0, not_before = $3
 WHERE tenant_id = $1 AND id = $2 AND dead_at IS NOT NULL`;

/**
 * Makes a dead letter due again, with all its attempts. Returns false if the id does not exist.
 *
 * @param nowMs of the security clock
 */
export async function retryDeadLetter(tx: Tx, tenantId: number, id: bigint, nowMs: number): Promise<boolean> {
  return (await tx.run(RETRY, [tenantId, id, new Date(nowMs).toISOString()])) === 1;
}

export type GivenUp = {
  readonly tenantId: number;
  readonly job: string;
  readonly keys: readonly string[];
  readonly reason: string;
};

const RETRY_GIVEN_UP = `
UPDATE due_work SET dead_at = NULL, attempts = 0, not_before = $5
 WHERE tenant_id = $1 AND job = $2 AND key = ANY ($3) AND last_error = $4 AND dead_at IS NOT NULL`;

/** Makes items due again that a job gave up for a reason which is no longer there. */
export async function retryGivenUp(tx: Tx, { tenantId, job, keys, reason }: GivenUp, nowMs: number): Promise<void> {
  await tx.run(RETRY_GIVEN_UP, [tenantId, job, keys, reason, new Date(nowMs).toISOString()]);
}

const STILL_PLANNED = `
SELECT EXISTS (
  SELECT FROM due_work WHERE tenant_id = $1 AND job = $2 AND is_recurring AND planned_at <= $3
) AS is_there`;

/** Whether an occurrence of a recurring job that was planned up to a moment has not ended yet. */
export async function isStillPlanned(tx: Tx, tenantId: number, job: string, upToMs: number): Promise<boolean> {
  const row = await tx.first<{ is_there: boolean }>(STILL_PLANNED, [tenantId, job, new Date(upToMs).toISOString()]);
  return row?.is_there ?? false;
}
