import { randomBytes } from 'node:crypto';
import { pipeline } from 'node:stream/promises';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import { copyTarget, makeYears, readYears } from '../backup/backup-tables.ts';
import { inOne, withPatience } from './cells.ts';
import { CellClient, isStandby, MoveError, shown } from './connect.ts';
import { type TenantTable, tenantTables } from './tenant-tables.ts';

/** Source and target of a move. */
export type Sides = {
  readonly source: CellClient;
  readonly target: pg.Client;
  readonly tenantId: number;
  /**
   * Name of publication, slot, subscription and role. Slots and roles are global in PostgreSQL, so the name contains
   * the database.
   */
  readonly name: string;
};

/** A row filter by tenant requires the tenant in the replica identity; tables without it use the full row. */
export async function identifyRows(source: pg.Client, how: 'FULL' | 'DEFAULT'): Promise<void> {
  for (const name of await keylessTables(source, how === 'FULL' ? 'd' : 'f')) {
    await withPatience(source, `ALTER TABLE ${source.escapeIdentifier(name)} REPLICA IDENTITY ${how}`);
  }
}

/** Includes the partitions, which have their own replica identity. */
async function keylessTables(source: pg.Client, now: 'd' | 'f'): Promise<string[]> {
  const names = (await tenantTables(source)).filter(({ isKeyless }) => isKeyless).map(({ name }) => name);
  const { rows } = await source.query<{ name: string }>(
    `SELECT c.relname AS name FROM pg_class c LEFT JOIN pg_inherits i ON i.inhrelid = c.oid
      WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND c.relreplident = $2
        AND (c.relname = ANY ($1) OR i.inhparent::regclass::text = ANY ($1)) ORDER BY c.relname`,
    [names, now],
  );
  return rows.map(({ name }) => name);
}

/** Copies the row of the tenant itself, which the row filter does not cover. */
export async function copyTenantRow({ source, target, tenantId }: Sides): Promise<void> {
  const { rows } = await source.query('SELECT id, name, created_at::text, features FROM tenant WHERE id = $1', [
    tenantId,
  ]);
  const [row] = rows;
  if (!row) throw new MoveError(`There is no tenant ${tenantId}.`);
  await target.query(
    `INSERT INTO tenant (id, name, created_at, features) VALUES ($1, $2, $3, $4)
     ON CONFLICT (id) DO UPDATE SET name = excluded.name, created_at = excluded.created_at, features = excluded.features`,
    [row.id, row.name, row.created_at, JSON.stringify(row.features)],
  );
}

/** The catalogue lists subscriptions of all databases. */
const OWN_SUBSCRIPTION = 'subname = $1 AND subdbid = (SELECT oid FROM pg_database WHERE datname = current_database())';

export async function isSubscribed(sides: Sides): Promise<boolean> {
  const { rowCount } = await sides.target.query(`SELECT FROM pg_subscription WHERE ${OWN_SUBSCRIPTION}`, [sides.name]);
  return (rowCount ?? 0) > 0;
}

/**
 * Copies all rows of the tenant from one snapshot and starts replication of later changes. In one transaction of the
 * target: both or nothing.
 */
export async function copyAndFollow(sides: Sides, onTable: (done: number, of: number) => void): Promise<number> {
  const { source, target, tenantId } = sides;
  const { name } = sides;
  await stopPublishing(sides);
  await makeYears(target, await readYears(source));
  const tables = await tenantTables(source);
  const filtered = tables.map((table) => `${source.escapeIdentifier(table.name)} WHERE (tenant_id = ${tenantId})`);
  await source.query(
    `CREATE PUBLICATION ${name} FOR TABLE ${filtered.join(', ')} WITH (publish_via_partition_root = true)`,
  );
  const password = randomBytes(24).toString('hex');
  await source.query(`CREATE ROLE ${name} LOGIN REPLICATION PASSWORD '${password}'`);
  const slot = new pg.Client({ connectionString: source.url, replication: 'database' } as pg.ClientConfig);
  slot.on('error', () => {});
  await slot.connect();
  const reader = new pg.Client({ connectionString: source.url, application_name: 'wattle-tenant' });
  reader.on('error', () => {});
  await reader.connect();
  try {
    const made = await slot.query(`CREATE_REPLICATION_SLOT ${name} LOGICAL pgoutput (SNAPSHOT 'export')`);
    const snapshot = String(made.rows[0]?.['snapshot_name']);
    await reader.query('SET row_security = off');
    await reader.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
    await reader.query(`SET TRANSACTION SNAPSHOT ${reader.escapeLiteral(snapshot)}`);
    return await inOne(target, async () => {
      await target.query("SET LOCAL session_replication_role = 'replica'");
      let rows = 0;
      for (const [index, table] of tables.entries()) {
        rows += await copyTable(reader, target, table, tenantId);
        onTable(index + 1, tables.length);
      }
      const from = { ...addressOf(source), user: name, password, application_name: name };
      const conninfo = Object.entries(from)
        .map(([key, value]) => `${key}='${value.replaceAll(/[\\']/g, '\\$&')}'`)
        .join(' ');
      // Commits at the target wait for its standby, so that arrived changes survive its primary.
      await target.query(
        `CREATE SUBSCRIPTION ${name} CONNECTION ${target.escapeLiteral(conninfo)} PUBLICATION ${name}
         WITH (create_slot = false, slot_name = '${name}', copy_data = false, synchronous_commit = 'on', disable_on_error = true)`,
      );
      return rows;
    });
  } finally {
    await Promise.all([reader.end(), slot.end()]);
  }
}

async function copyTable(reader: pg.Client, target: pg.Client, table: TenantTable, tenantId: number): Promise<number> {
  const columns = table.columns.map((column) => reader.escapeIdentifier(column)).join(', ');
  const rows = `SELECT ${columns} FROM ${reader.escapeIdentifier(table.name)} WHERE tenant_id = ${tenantId}`;
  const into = target.query(copyFrom(`COPY ${copyTarget(target, table)} FROM STDIN (FORMAT binary)`));
  await pipeline(reader.query(copyTo(`COPY (${rows}) TO STDOUT (FORMAT binary)`)), into);
  return into.rowCount;
}

/**
 * URL by which the target's database reaches the source: that of the tool, with whichever node is primary. TLS settings
 * are part of the URL.
 */
function addressOf({ nodes, url, database = '' }: CellClient): Readonly<Record<string, string>> {
  const at = nodes.map((node) => new pg.Client({ connectionString: node }));
  const [, query = ''] = /\?(.*)$/.exec(url) ?? [];
  const others = [...new URLSearchParams(query)].filter(([key]) => /^ssl(mode|rootcert)$/.test(key));
  return {
    host: at.map(({ host }) => host).join(),
    port: at.map(({ port }) => port).join(),
    dbname: database,
    ...(nodes.length > 1 && { target_session_attrs: 'read-write', connect_timeout: '3' }),
    ...Object.fromEntries(others),
  };
}

const LOOK_EVERY_MS = 20;

/**
 * Waits until the target has everything written at the source so far. Throws MoveError if the subscription stopped or
 * nothing arrives in time.
 */
export async function awaitCaughtUp(sides: Sides, patienceMs: number): Promise<void> {
  const { source, target } = sides;
  const { name } = sides;
  // Flushed immediately, so that there is something to send.
  const { rows } = await source.query<{ lsn: string }>(
    "SELECT pg_logical_emit_message(true, 'wattle', 'reached')::text AS lsn",
  );
  const lsn = rows[0]?.lsn;
  let until = Date.now() + patienceMs;
  let before: string | undefined;
  for (;;) {
    const slot = await source.query<{ at: string; is_there: boolean }>(
      'SELECT confirmed_flush_lsn::text AS at, confirmed_flush_lsn > $2::pg_lsn AS is_there FROM pg_replication_slots WHERE slot_name = $1',
      [name, lsn],
    );
    const [found] = slot.rows;
    if (!found)
      throw new MoveError('The slot is gone: the source has failed over. Take the move back (--back) and begin again.');
    if (found.is_there) return;
    const { rows: enabled } = await target.query<{ subenabled: boolean }>(
      `SELECT subenabled FROM pg_subscription WHERE ${OWN_SUBSCRIPTION}`,
      [name],
    );
    if (enabled[0]?.subenabled !== true)
      throw new MoveError("The target's database has refused a change: its log says which. Take the move back.");
    if (found.at !== before) until = Date.now() + patienceMs;
    before = found.at;
    if (Date.now() > until) throw new MoveError('Nothing arrives at the target: can its database reach the source?');
    await pause(LOOK_EVERY_MS);
  }
}

/** Stops the subscription at the target. */
export async function stopFollowing(sides: Sides): Promise<void> {
  const { target } = sides;
  const { name } = sides;
  if (!(await isSubscribed(sides))) return;
  await target.query(`ALTER SUBSCRIPTION ${name} DISABLE`);
  await target.query(`ALTER SUBSCRIPTION ${name} SET (slot_name = NONE)`);
  await target.query(`DROP SUBSCRIPTION ${name}`);
}

const SLOT_FREE_MS = 30_000;

/** Removes slot, publication and role of a move at the source. */
export async function stopPublishing(sides: Sides): Promise<void> {
  const { source } = sides;
  const { name } = sides;
  const until = Date.now() + SLOT_FREE_MS;
  for (;;) {
    const { rows } = await source.query<{ active_pid: number | null }>(
      'SELECT active_pid FROM pg_replication_slots WHERE slot_name = $1',
      [name],
    );
    if (!rows[0]) break;
    if (rows[0].active_pid === null) {
      await source.query('SELECT pg_drop_replication_slot($1)', [name]);
      break;
    }
    if (Date.now() > until) await source.query('SELECT pg_terminate_backend($1)', [rows[0].active_pid]);
    await pause(LOOK_EVERY_MS);
  }
  await source.query(`DROP PUBLICATION IF EXISTS ${name}`);
  await source.query(`DROP ROLE IF EXISTS ${name}`);
}

/**
 * A slot remains on a former primary that is now a standby, and would retain its WAL forever. Returns the result: slots
 * that were dropped, and unreachable nodes.
 */
export async function dropSlotsOfStandbys({ nodes }: Pick<CellClient, 'nodes'>): Promise<string[]> {
  if (nodes.length === 1) return [];
  const found: string[] = [];
  for (const node of nodes) {
    const client = new CellClient(node, nodes);
    try {
      await client.connect();
      if (!(await isStandby(client))) continue;
      const { rows } = await client.query<{ name: string }>(
        `SELECT slot_name AS name, pg_drop_replication_slot(slot_name) FROM pg_replication_slots
          WHERE slot_name ~ '^wattle_move_[0-9]+_[0-9]+$' AND NOT active`,
      );
      for (const { name } of rows) found.push(`the slot ${name} is gone from ${shown(node)}, which follows now`);
    } catch {
      found.push(
        `${shown(node)} does not answer: when it is back, npm run tenant -- list drops what a move has left there`,
      );
    } finally {
      await client.end().catch(() => {});
    }
  }
  return found;
}
