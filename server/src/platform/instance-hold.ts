import pg from 'pg';
import type { Database } from './database.ts';
import { startTicker } from './ticker.ts';

/** A release is seen within this time. A hold begins before any server is started, never while one runs. */
const LOOK_EVERY_MS = 1_000;

/**
 * A restored instance is held until the desk of every programme has released it: due work, messages, files and
 * outside calls wait, because they may have happened after the restored moment. Calls of people and of the card
 * network go on.
 */
export type InstanceHold = {
  isHeld(): boolean;
  /** Looks immediately. */
  refresh(): Promise<void>;
  stop(): Promise<void>;
};

const IS_HELD = 'SELECT EXISTS (SELECT FROM instance_hold WHERE released_at IS NULL) AS is_held';

/** Looks once before it answers, then until it is stopped. While the database is away the last look counts. */
export async function openInstanceHold(database: Database, onError: (error: unknown) => void): Promise<InstanceHold> {
  let isHeld = true;

  async function refresh(): Promise<void> {
    const row = await database.readShared((tx) => tx.first<{ is_held: boolean }>(IS_HELD));
    isHeld = row?.is_held ?? true;
  }

  await refresh();
  // An instance that is not held is not held later either.
  const ticker = isHeld ? startTicker(LOOK_EVERY_MS, async () => isHeld && refresh(), onError) : undefined;
  return { isHeld: () => isHeld, refresh, stop: async () => ticker?.stop() };
}

/** When a hold begins, and the moment that the rows are of. */
export type HoldMoments = { readonly nowMs: number; readonly asOfMs: number };

/** Begins to hold the instance of a database that was restored to a moment. As the owner of its tables. */
export async function holdInstance(ownerUrl: string, at: HoldMoments): Promise<void> {
  const client = new pg.Client({ connectionString: ownerUrl });
  await client.connect();
  try {
    await holdWith(client, at);
  } finally {
    await client.end();
  }
}

/** The same, on a connection that may be in a transaction. */
export async function holdWith(client: pg.Client, { nowMs, asOfMs }: HoldMoments): Promise<void> {
  await client.query('SELECT hold_instance($1, $2)', [new Date(nowMs), new Date(asOfMs)]);
}
