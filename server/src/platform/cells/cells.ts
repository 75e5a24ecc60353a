import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import { type CellDatabases, connectTo, MoveError } from './connect.ts';
import { PLACES_CHANGED } from './tenant-places-changed.ts';

const CHANNEL = 'wattle_live';

const LOCK_NOT_AVAILABLE = '55P03';
const LOCK_TRIES = 100;
const LOCK_PAUSE_MS = 200;

/**
 * Runs one statement that needs a lock, with a short lock timeout and retries, so that it does not block later
 * statements.
 */
export async function withPatience(client: pg.Client, sql: string, values: readonly unknown[] = []): Promise<void> {
  for (let tried = 1; ; tried += 1) {
    try {
      await client.query('BEGIN');
      await client.query("SET LOCAL lock_timeout = '200ms'");
      await client.query(sql, [...values]);
      await client.query('COMMIT');
      return;
    } catch (error) {
      await client.query('ROLLBACK');
      if ((error as { code?: string }).code !== LOCK_NOT_AVAILABLE || tried >= LOCK_TRIES) throw error;
      await pause(LOCK_PAUSE_MS);
    }
  }
}

/** Runs in one transaction. */
export async function inOne<T>(client: pg.Client, work: () => Promise<T>): Promise<T> {
  await client.query('BEGIN');
  try {
    const value = await work();
    await client.query('COMMIT');
    return value;
  } catch (error) {
    await client.query('ROLLBACK').catch(() => {});
    throw error;
  }
}

/** Notifies every server of the cell to read the places again. */
export async function notifyPlacesChanged(client: pg.Client): Promise<void> {
  await client.query('SELECT pg_notify($1, $2)', [CHANNEL, PLACES_CHANGED]);
}

type Sequence = { readonly name: string; readonly last: string };

/** A sequence that was never used starts at its first number. */
export async function readSequences(client: pg.Client): Promise<Sequence[]> {
  const { rows } = await client.query<Sequence>(
    `SELECT sequencename AS name, coalesce(last_value, start_value)::text AS last
       FROM pg_sequences WHERE schemaname = 'public' ORDER BY 1`,
  );
  return rows;
}

/** Draws from its own share, after the last value of the other cell. */
export async function takeBehind(client: pg.Client, sequences: readonly Sequence[]): Promise<void> {
  for (const { name, last } of sequences) await withPatience(client, 'SELECT share_sequence($1, $2)', [name, last]);
}

const LAST_DIGIT = 9;

/** The same in one statement, for a cell that has its share of all sequences. */
export async function jumpBehind(client: pg.Client, sequences: readonly Sequence[]): Promise<void> {
  await client.query('SELECT share_sequence(s.name, s.last) FROM unnest($1::text[], $2::bigint[]) AS s (name, last)', [
    sequences.map(({ name }) => name),
    sequences.map(({ last }) => last),
  ]);
}

type CellRow = { readonly name: string; readonly number: number };

export async function readCell(client: pg.Client): Promise<CellRow | undefined> {
  return (await client.query<CellRow>('SELECT name, number FROM cell')).rows[0];
}

/**
 * Turns an empty database into a further cell. Ids drawn by each cell end in that cell's digit, so they are unique. The
 * first call also turns the existing cluster into a cell, while it serves.
 */
export async function prepareCell(name: string, databases: CellDatabases, say: (line: string) => void): Promise<void> {
  const open = new Map<string, pg.Client>();
  try {
    for (const one of databases.keys()) open.set(one, await connectTo(one, databases));
    const fresh = open.get(name);
    if (!fresh) throw new MoveError(`WATTLE_CLUSTER_DATABASES names no cluster ${name}.`);
    const taken = new Map<string, number>();
    for (const [one, client] of open) {
      const cell = await readCell(client);
      if (cell && cell.name !== one) throw new MoveError(`The database of ${one} says that it is ${cell.name}.`);
      if (cell) taken.set(one, cell.number);
    }
    const { rows } = await fresh.query<{ tenants: number }>('SELECT count(*)::int AS tenants FROM tenant');
    if (!taken.has(name) && rows[0]?.tenants !== 0)
      throw new MoveError(`The database of ${name} has tenants: only an empty one is made a cell.`);
    const others = [...open].filter(([one]) => one !== name);
    const without = others.filter(([one]) => !taken.has(one)).map(([one]) => one);
    if (without.length > 1 || (without.length === 1 && taken.size > 0)) {
      throw new MoveError(`Make one cell after the other: ${without.join(', ')} is none yet.`);
    }
    const behind: Sequence[] = [];
    for (const [one, client] of others) {
      // Run again after an interruption, it continues: existing digits are kept.
      await makeCell(client, { name: one, number: taken.get(one) ?? 0 }, await readSequences(client));
      taken.set(one, taken.get(one) ?? 0);
      behind.push(...(await readSequences(client)));
    }
    const number = taken.get(name) ?? Math.max(...taken.values()) + 1;
    if (number > LAST_DIGIT) throw new MoveError('There are ten cells: more have no digit of their own.');
    await makeCell(fresh, { name, number }, behind);
    taken.set(name, number);
    for (const [one, digit] of taken) say(`${one} is a cell: numbers that it draws from now on end with ${digit}`);
  } finally {
    await Promise.all([...open.values()].map((client) => client.end()));
  }
}

async function makeCell(client: pg.Client, cell: CellRow, behind: readonly Sequence[]): Promise<void> {
  await client.query('INSERT INTO cell (name, number) VALUES ($1, $2) ON CONFLICT DO NOTHING', [
    cell.name,
    cell.number,
  ]);
  await takeBehind(client, behind);
}
