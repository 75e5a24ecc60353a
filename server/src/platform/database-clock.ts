import type { Tx } from './database.ts';

/** Real time by a clock that all servers of a database share, in milliseconds since 1970. */
export type SharedClock = { now(tx: Tx): Promise<number> };

/** The clock of the database: clocks of servers may differ, and what is compared with this one does not notice. */
export const databaseClock: SharedClock = {
  async now(tx) {
    const row = await tx.first<{ now_ms: bigint }>(
      "SELECT floor(date_part('epoch', clock_timestamp()) * 1000)::bigint AS now_ms",
    );
    if (!row) throw new Error('the database does not say what time it is');
    return Number(row.now_ms);
  },
};
