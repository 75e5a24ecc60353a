import { dayAt, startOfDay } from '../../../platform/time/clock.ts';
import type { Tx } from '../../../platform/database/database.ts';
import { countPeople, forgetHours, readLastHour, saveHour } from './sign-in-hour.store.ts';

export const HOUR_MS = 3_600_000;
/** Sessions are there for a day after their end. */
const BACK_MS = 24 * HOUR_MS;
const KEPT_MS = 36 * 24 * HOUR_MS;

/** Counts, for each hour that is over and was not counted, who had signed in on its day until its end. */
export async function countSignInHours(tx: Tx, tenantId: number, nowMs: number): Promise<void> {
  const last = await readLastHour(tx, tenantId);
  const now = nowMs - (nowMs % HOUR_MS);
  const first = Math.max(now - BACK_MS, last === undefined ? 0 : last + HOUR_MS);
  for (let hour = first; hour < now; hour += HOUR_MS) {
    const people = await countPeople(tx, tenantId, startOfDay(dayAt(hour)), hour + HOUR_MS);
    await saveHour(tx, tenantId, hour, people);
  }
  await forgetHours(tx, tenantId, now - KEPT_MS);
}
