import pg from 'pg';
import type { Database } from '../database/database.ts';
import { startTicker } from '../time/ticker.ts';

/** A release is detected within this time. A hold starts before any server does, never while one runs. */
const LOOK_EVERY_MS = 1_000;

/**
 * A restored instance is held until the desk of every programme has released it: due work, messages, files and outside
 * calls wait, because they may have happened after the restored moment. Calls of people and of the card network are
 * served.
 */
export type InstanceHold = {
  isHeld(): boolean;
  /** Reads the state immediately. */
  refresh(): Promise<void>;
  stop(): Promise<void>;
};

const IS_HELD = 'SELECT EXISTS (SELECT FROM instance_hold WHERE released_at IS NULL) AS is_held';

/**
 * Reads the state once before it resolves, then until it is stopped. While the database is unavailable the last state
 * is used.
 */
export async function openInstanceHold(database: Database, onError: (error: unknown) => void): Promise<InstanceHold> {
  let isHeld = true;

  async function refresh(): Promise<void> {
    const row = await database.readShared((tx) => tx.first<{ is_held: boolean }>(IS_HELD));
    isHeld = row?.is_held ?? true;
  }

  await refresh();
  // An instance that is not held cannot become held later.
  const ticker = isHeld ? startTicker(LOOK_EVERY_MS, async () => isHeld && refresh(), onError) : undefined;
  return { isHeld: () => isHeld, refresh, stop: async () => ticker?.stop() };
}

/** Start of the hold, and the moment of the restored rows. */
export type HoldMoments = { readonly nowMs: number; readonly asOfMs: number };

/** Starts to hold an instance restored to a moment. As the owner of its tables. */
export async function holdInstance(ownerUrl: string, at: HoldMoments): Promise<void> {
  const client = new pg.Client({ connectionString: ownerUrl });
  await client.connect();
  try {
    await holdWith(client, at);
  } finally {
    await client.end();
  }
}

/** The same on a connection that may be in a transaction. */
export async function holdWith(client: pg.Client, { nowMs, asOfMs }: HoldMoments): Promise<void> {
  await client.query('SELECT hold_instance($1, $2)', [new Date(nowMs), new Date(asOfMs)]);
}
