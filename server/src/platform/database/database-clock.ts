import type { Tx } from './database.ts';

/** Real time of a clock shared by all servers of a database, in milliseconds since 1970. */
export type SharedClock = { now(tx: Tx): Promise<number> };

/** Clock of the database: clocks of servers may differ, which does not affect comparisons with this one. */
export const databaseClock: SharedClock = {
  async now(tx) {
    const row = await tx.first<{ now_ms: bigint }>(
      "SELECT floor(date_part('epoch', clock_timestamp()) * 1000)::bigint AS now_ms",
    );
    if (!row) throw new Error('the database does not say what time it is');
    return Number(row.now_ms);
  },
};
