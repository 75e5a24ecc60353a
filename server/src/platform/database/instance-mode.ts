import type pg from 'pg';
import { ConfigError } from '../../config/config-error.ts';
import type { Mode } from '../../config/mode.ts';

/** Refusal of a database that belongs to an instance in another mode. */
export const otherMode = (stored: Mode, mode: Mode): ConfigError =>
  new ConfigError(
    `This database belongs to an instance in ${stored} mode, and WATTLE_MODE is ${mode}. Nothing was changed.`,
  );

/** Undefined before the first migration that writes it, and in a database without tables. */
export async function readStoredMode(client: pg.Client): Promise<Mode | undefined> {
  const there = await client.query(
    "SELECT FROM pg_tables WHERE schemaname = 'public' AND tablename = 'instance_identity'",
  );
  if (there.rowCount === 0) return undefined;
  return (await client.query<{ mode: Mode }>('SELECT mode FROM instance_identity')).rows[0]?.mode;
}

/** Throws ConfigError if the database has another mode. */
export async function refuseOtherMode(client: pg.Client, mode: Mode): Promise<void> {
  const stored = await readStoredMode(client);
  if (stored !== undefined && stored !== mode) throw otherMode(stored, mode);
}

/**
 * Writes the mode into a database that has none, as the owner of its tables. It is never changed (migration 0034). One
 * that has a programme already was filled before its first start by an earlier release, which only production does.
 */
export async function writeMode(client: pg.Client, mode: Mode): Promise<void> {
  if ((await readStoredMode(client)) !== undefined) return;
  const inUse = await client.query('SELECT FROM tenant LIMIT 1');
  if (mode !== 'production' && inUse.rowCount !== 0)
    throw new ConfigError(
      `This database has a programme, and no server was started on it: it is production's, and WATTLE_MODE is ${mode}.`,
    );
  await client.query('INSERT INTO instance_identity (instance_id, mode) VALUES (gen_random_uuid(), $1)', [mode]);
}
