import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { BY_YEAR } from '../backup/backup-tables.ts';
import { deletableFrom } from '../time/retention.domain.ts';

/** Partition of a table. It is dropped as a whole, never row by row. */
export type Part = {
  readonly table: string;
  /** Undefined: everything before the first year with its own partition. */
  readonly year: number | undefined;
  readonly name: string;
  readonly state: 'in use' | 'detaching' | 'detached';
  /** Estimated from statistics; rows are not counted. */
  readonly rows: number;
  readonly bytes: number;
};

/** A partition cannot be detached or dropped; the message gives the reason. */
export class PartError extends Error {}

const PARTS = `
SELECT c.relname AS name, t.name AS "table", substring(c.relname from '_(\\d{4})$')::integer AS year,
       CASE WHEN i.inhrelid IS NULL THEN 'detached' WHEN i.inhdetachpending THEN 'detaching' ELSE 'in use' END AS state,
       greatest(c.reltuples, 0)::float8 AS rows, pg_total_relation_size(c.oid)::float8 AS bytes
FROM unnest($1::text[]) AS t(name)
JOIN pg_class c ON c.relnamespace = 'public'::regnamespace AND c.relkind = 'r' AND c.relname ~ ('^' || t.name || '_(early|\\d{4})$')
LEFT JOIN pg_inherits i ON i.inhrelid = c.oid
ORDER BY t.name, year NULLS FIRST`;

/** Runs on a connection of the owner of the tables. */
export async function asPartsOwner<T>(ownerUrl: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: ownerUrl, application_name: 'wattle-years' });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

export async function listParts(client: pg.Client): Promise<Part[]> {
  const { rows } = await client.query<Part>(PARTS, [BY_YEAR]);
  return rows.map((row) => ({ ...row, year: row.year ?? undefined }));
}

/** Lock timeout for the partition and the tables it references, and number of attempts. */
export type PartPatience = { readonly limitMs: number; readonly tries: number; readonly pauseMs: number };

const PATIENCE: PartPatience = { limitMs: 2_000, tries: 300, pauseMs: 1_000 };
const LOCK_NOT_AVAILABLE = '55P03';

/**
 * Detaches a year, so that it is no longer read or written through its table. It blocks no one: PostgreSQL waits for
 * current users of the partition, and an unavailable lock is retried. A detach that was interrupted by a crash is
 * completed. As the owner of the tables. Throws PartError.
 */
export async function detachPart(
  client: pg.Client,
  { table, year, nowMs }: { readonly table: string; readonly year: number; readonly nowMs: number },
  patience: PartPatience = PATIENCE,
): Promise<void> {
  const part = await findPart(client, table, year, nowMs);
  await client.query(`SET lock_timeout = ${patience.limitMs}`);
  for (let tried = 1; ; tried += 1) {
    const { state } = tried === 1 ? part : await findPart(client, table, year, nowMs);
    if (state === 'detached') return;
    const how = state === 'detaching' ? 'FINALIZE' : 'CONCURRENTLY';
    try {
      await client.query(`ALTER TABLE ${table} DETACH PARTITION ${part.name} ${how}`);
      return;
    } catch (error) {
      if ((error as { code?: string }).code !== LOCK_NOT_AVAILABLE) throw error;
      if (tried >= patience.tries)
        throw new PartError(`${part.name} is in use by a long transaction: try again later.`);
      await pause(patience.pauseMs);
    }
  }
}

/** Drops a detached year. Throws PartError. */
export async function dropPart(
  client: pg.Client,
  { table, year, nowMs }: { readonly table: string; readonly year: number; readonly nowMs: number },
): Promise<void> {
  const { name, state } = await findPart(client, table, year, nowMs);
  if (state !== 'detached')
    throw new PartError(`${name} is in use: detach it first, and keep a copy where you want one.`);
  await client.query(`DROP TABLE ${name}`);
}

async function findPart(client: pg.Client, table: string, year: number, nowMs: number): Promise<Part> {
  const part = (await listParts(client)).find((one) => one.table === table && one.year === year);
  if (!part) throw new PartError(`${table} has no part for ${year}.`);
  const from = deletableFrom(year);
  if (nowMs < from) throw new PartError(`${part.name} is kept until ${new Date(from).toISOString().slice(0, 10)}.`);
  return part;
}
