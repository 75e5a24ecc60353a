import type pg from 'pg';
import { isTurnOfYear } from '../time/programme-zone.domain.ts';
import { readCell } from './cells.ts';
import { MoveError } from './connect.ts';
import { findRow } from './tenant-tables.ts';

export type FitnessOf = {
  readonly from: string;
  readonly to: string;
  readonly source: pg.Client;
  readonly target: pg.Client;
  readonly tenantId: number;
  /** Current real time. */
  readonly nowMs: number;
};

const MIGRATIONS = `SELECT string_agg(name || ' ' || sha256, ',' ORDER BY name) AS text FROM migration`;
const MODE = 'SELECT mode AS text FROM instance_identity';
const OFFSET = 'SELECT offset_ms::text AS text FROM business_clock';
const HOLIDAYS = `SELECT encode(sha256(coalesce(string_agg(state || day || name, ',' ORDER BY state, day), '')::bytea), 'hex') AS text FROM holiday`;
const KEYS = `SELECT name || ' ' || version AS name, encode(check_value, 'hex') AS check FROM instance_key`;
const HELD = 'SELECT FROM instance_hold WHERE released_at IS NULL LIMIT 1';
const SHARED = `SELECT FROM pg_sequences WHERE schemaname = 'public' AND increment_by <> 10 LIMIT 1`;

/** Throws MoveError listing all obstacles to a move of the tenant. */
export async function refuseUnfit(given: FitnessOf): Promise<void> {
  const { from, to, source, target, tenantId, nowMs } = given;
  const faults: string[] = [];
  for (const [name, client] of [
    [from, source],
    [to, target],
  ] as const) {
    const cell = await readCell(client);
    if (cell?.name !== name) faults.push(`${name} is no cell yet: npm run tenant -- prepare CLUSTER`);
    if ((await client.query(SHARED)).rowCount)
      faults.push(`${name} has a sequence without a share: start a server of this release on it`);
    if ((await client.query(HELD)).rowCount) faults.push(`${name} was restored and is held: release it first`);
  }
  if ((await textOf(source, MIGRATIONS)) !== (await textOf(target, MIGRATIONS)))
    faults.push('the two have different migrations: bring both to one release');
  if ((await textOf(source, MODE)) !== (await textOf(target, MODE)))
    faults.push('they are of two modes, as of a sandbox and of production');
  const offset = await textOf(source, OFFSET);
  if (offset !== (await textOf(target, OFFSET))) faults.push('their business clocks differ');
  // Each cell creates its partitions of a year itself, and changes in a new one would not be replicated.
  if ([nowMs, nowMs + Number(offset ?? 0)].some(isTurnOfYear))
    faults.push('it is the turn of a year: a tenant is moved a day before it or after it');
  if ((await textOf(source, HOLIDAYS)) !== (await textOf(target, HOLIDAYS)))
    faults.push('their public holidays differ: npm run holidays -- import at both');
  faults.push(...(await keyFaults(source, target, to)));
  const { rows } = await source.query<{ wal_level: string }>('SHOW wal_level');
  if (rows[0]?.wal_level !== 'logical')
    faults.push(`${from} has wal_level ${rows[0]?.wal_level}, a move needs logical`);
  const left = await findRow(target, tenantId);
  if (left !== undefined)
    faults.push(
      `${to} has rows of the tenant in ${left}: npm run tenant -- forget ${tenantId} ${to}, where they are of before`,
    );
  const other = await source.query<{ tenant_id: number }>('SELECT tenant_id FROM tenant_move WHERE tenant_id <> $1', [
    tenantId,
  ]);
  if (other.rows[0]) faults.push(`tenant ${other.rows[0].tenant_id} is being moved from ${from}: one at a time`);
  if (faults.length > 0) throw new MoveError(faults.join('\n'));
}

/**
 * Keys of the source that the target lacks, which its encrypted and sealed rows need. A server records its keys at
 * start.
 */
async function keyFaults(source: pg.Client, target: pg.Client, to: string): Promise<string[]> {
  type Key = { name: string; check: string };
  const there = new Map((await target.query<Key>(KEYS)).rows.map(({ name, check }) => [name, check]));
  return (await source.query<Key>(KEYS)).rows.flatMap(({ name, check }) => {
    const known = there.get(name);
    if (known === check) return [];
    return known === undefined ? `${to} has not been started with key ${name}` : `key ${name} is another one at ${to}`;
  });
}

async function textOf(client: pg.Client, sql: string): Promise<string | undefined> {
  return (await client.query<{ text: string }>(sql)).rows[0]?.text;
}
