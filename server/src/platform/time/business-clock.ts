import type { Clock } from './clock.ts';
import { realClock } from './clock.ts';
import type { Database } from '../database/database.ts';

/** Other servers on the same database see a moved clock within this time. */
const REFRESH_MS = 1_000;

export type BusinessClock = Clock & {
  /** Reads the offset immediately. */
  refresh(): Promise<void>;
  /** Moves the clock forward for every server on this database. Sandbox only; the caller must check that. */
  moveForward(ms: number): Promise<void>;
  stop(): void;
};

/** Real time plus the offset stored in the database. */
export async function startBusinessClock(
  database: Database,
  onError: (error: unknown) => void,
): Promise<BusinessClock> {
  let offsetMs = 0;

  async function refresh(): Promise<void> {
    const row = await database.readShared((tx) =>
      tx.first<{ offset_ms: bigint }>('SELECT offset_ms FROM business_clock'),
    );
    // Two reads may complete out of order; time must never go back.
    offsetMs = Math.max(offsetMs, Number(row?.offset_ms ?? 0n));
  }

  await refresh();
  const timer = setInterval(() => void refresh().catch(onError), REFRESH_MS);
  timer.unref();

  return {
    now: () => realClock.now() + offsetMs,
    refresh,
    async moveForward(ms) {
      if (!Number.isSafeInteger(ms) || ms <= 0) throw new RangeError('the business clock moves forward only');
      await database.transactShared((tx) => tx.run('UPDATE business_clock SET offset_ms = offset_ms + $1', [ms]));
      await refresh();
    },
    stop: () => clearInterval(timer),
  };
}
