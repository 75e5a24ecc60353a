import type { Tx } from '../../../platform/database/database.ts';

const COUNT = `
SELECT count(DISTINCT holder_id)::integer AS people FROM session
 WHERE tenant_id = $1 AND created_at >= $2 AND created_at < $3 AND holder_id IS NOT NULL
   AND scope <> 'view'`;

/** People who signed in within a time, each once. */
export async function countPeople(tx: Tx, tenantId: number, fromMs: number, beforeMs: number): Promise<number> {
  const row = await tx.first<{ people: number }>(COUNT, [tenantId, new Date(fromMs), new Date(beforeMs)]);
  return row?.people ?? 0;
}

const SAVE = `
INSERT INTO sign_in_hour (tenant_id, hour, people) VALUES ($1, $2, $3)
ON CONFLICT (tenant_id, hour) DO UPDATE SET people = excluded.people`;

/** Keeps who had signed in on a day until the end of an hour. */
export async function saveHour(tx: Tx, tenantId: number, hourMs: number, people: number): Promise<void> {
  await tx.run(SAVE, [tenantId, new Date(hourMs), people]);
}

const LAST = 'SELECT hour FROM sign_in_hour WHERE tenant_id = $1 ORDER BY hour DESC LIMIT 1';

/** Begin of the last hour that was counted. */
export async function readLastHour(tx: Tx, tenantId: number): Promise<number | undefined> {
  const row = await tx.first<{ hour: string }>(LAST, [tenantId]);
  return row && Date.parse(row.hour);
}

export async function forgetHours(tx: Tx, tenantId: number, beforeMs: number): Promise<void> {
  await tx.run('DELETE FROM sign_in_hour WHERE tenant_id = $1 AND hour < $2', [tenantId, new Date(beforeMs)]);
}

const USUAL = `
SELECT round(avg(people))::integer AS people FROM sign_in_hour
 WHERE tenant_id = $1 AND hour = ANY ($2::timestamptz[])`;

/** The average over these hours; null: none of them was counted. */
export async function readUsual(tx: Tx, tenantId: number, hoursMs: readonly number[]): Promise<number | null> {
  const hours = hoursMs.map((ms) => new Date(ms).toISOString());
  return (await tx.first<{ people: number | null }>(USUAL, [tenantId, hours]))?.people ?? null;
}
