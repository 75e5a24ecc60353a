import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import type { BackupHeader } from './backup.ts';
import type { Mode } from '../../config/mode.ts';
import { readStoredMode } from '../database/instance-mode.ts';
import { BackupError, checkBackupFile, readBackupFile } from './backup-file.ts';
import type { Frame } from './backup-file.ts';
import { backupTables, COPY_SETTINGS, copyTarget, makeYears } from './backup-tables.ts';
import type { BackupTable, YearPart } from './backup-tables.ts';
import { type HoldMoments, holdWith } from './instance-hold.ts';
import { migrate, refuseUnknown, SHARE_NEW_SEQUENCES } from '../database/migrate.ts';
import type { MigrateOptions } from '../database/migrate.ts';

/** Checks the whole file and returns its first frame. Throws BackupError. */
export async function readBackupHeader(file: string): Promise<BackupHeader> {
  await checkBackupFile(file);
  for await (const frame of readBackupFile(file)) return valueOf(frame) as BackupHeader;
  throw new BackupError(`${file} has nothing in it.`);
}

/** A table that exists while a restore is in progress. */
const MARK = 'restore_under_way';
const ELSEWHERE = 'Restore into a new database, or with WATTLE_DATA set to a new folder.';

async function ask<Row extends pg.QueryResultRow>(url: string, sql: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Row>(sql)).rows;
  } finally {
    await client.end();
  }
}

/** Throws BackupError if a table exists: a restore never overwrites data. */
export async function refuseUsedDatabase(ownerUrl: string): Promise<void> {
  await refuseHalfRestored(ownerUrl);
  const [table] = await ask<{ name: string }>(
    ownerUrl,
    "SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public' ORDER BY 1 LIMIT 1",
  );
  if (table) throw new BackupError(`The database is not empty: it has a table ${table.name}. ${ELSEWHERE}`);
}

/**
 * Throws BackupError if a restore was started and did not finish. Otherwise a server would treat the empty
 * tables as a new programme and seed it.
 */
export async function refuseHalfRestored(url: string): Promise<void> {
  const [mark] = await ask(url, `SELECT FROM pg_tables WHERE schemaname = 'public' AND tablename = '${MARK}'`);
  if (mark) throw new BackupError(`A restore into this database did not end. ${ELSEWHERE}`);
}

export type RestoreOptions = Pick<MigrateOptions, 'appLogin'> & {
  /** Mode of the settings. A backup of an instance in another mode is refused. */
  readonly mode: Mode;
  readonly ownerUrl: string;
  readonly file: string;
  readonly header: BackupHeader;
  readonly report: (what: string) => void;
  /**
   * Writes the keys before the rows. Otherwise the next start would create new keys that cannot decrypt the
   * rows.
   */
  readonly beforeRows: () => void;
  /** Starts the hold of the instance when the restore ends; undefined: it replaces an ended one and is not held. */
  readonly hold?: HoldMoments | undefined;
};

/**
 * Fills an empty database: migrates it to the backup's level, copies the rows in within one
 * transaction, then migrates to this version. Throws BackupError for a backup of a newer version.
 */
export async function restoreTables(options: RestoreOptions): Promise<number> {
  const { ownerUrl, report, appLogin, hold } = options;
  const rows = await restoreAsMade(options);
  await migrate(ownerUrl, { ...(appLogin && { appLogin }), report });
  await endRestore(ownerUrl, hold);
  return rows;
}

/** First part: schema and rows are those of the backup, and the mark is still set. */
export async function restoreAsMade({
  ownerUrl,
  file,
  header,
  mode,
  report,
  beforeRows,
  appLogin,
}: Omit<RestoreOptions, 'hold'>): Promise<number> {
  refuseUnknown(header.migrations);
  await ask(ownerUrl, `CREATE TABLE ${MARK} ()`);
  await migrate(ownerUrl, { ...(appLogin && { appLogin }), report, only: header.migrations });
  beforeRows();
  report('Copying the rows in');
  return copyIn(ownerUrl, file, header.years ?? [], mode);
}

/** Removes the mark and holds the instance in one transaction: after a crash it is marked or held. */
async function endRestore(ownerUrl: string, hold: HoldMoments | undefined): Promise<void> {
  const client = new pg.Client({ connectionString: ownerUrl, application_name: 'wattle-restore' });
  await client.connect();
  try {
    await client.query('BEGIN');
    await client.query(`DROP TABLE ${MARK}`);
    if (hold) await holdWith(client, hold);
    await client.query('COMMIT');
  } finally {
    await client.end();
  }
}

async function copyIn(ownerUrl: string, file: string, years: readonly YearPart[], mode: Mode): Promise<number> {
  const client = new pg.Client({ connectionString: ownerUrl, application_name: 'wattle-restore' });
  await client.connect();
  try {
    await client.query(COPY_SETTINGS);
    await client.query('BEGIN');
    await makeYears(client, years);
    await setTriggers(client, 'DISABLE');
    // Migrations insert some rows.
    for (const { name } of (await backupTables(client)).toReversed()) {
      await client.query(`DELETE FROM ${client.escapeIdentifier(name)}`);
    }
    const frames = readBackupFile(file);
    let rows = 0;
    let frame = await frames.next();
    frame = await frames.next();
    while (!frame.done) {
      const value = valueOf(frame.value) as BackupTable | { readonly sequences: readonly Sequence[] };
      if ('sequences' in value) {
        await setSequences(client, value.sequences);
        // The sequence step of a cell is not in the backup.
        await client.query(SHARE_NEW_SEQUENCES);
        await setTriggers(client, 'ENABLE');
        await refuseBackupOf(client, mode);
        await client.query('COMMIT');
        return rows;
      }
      const copied = await copyTable(client, value, frames);
      rows += copied.rows;
      frame = copied.next;
    }
    throw new BackupError(`${file} ends before its end.`);
  } finally {
    // Closing the connection rolls back uncommitted work.
    await client.end();
  }
}

/** A backup brings its mode along, whatever the settings are, so a server with these would not start on it. */
async function refuseBackupOf(client: pg.Client, mode: Mode): Promise<void> {
  const stored = await readStoredMode(client);
  if (stored === undefined || stored === mode) return;
  throw new BackupError(
    `The backup is of an instance in ${stored} mode, and WATTLE_MODE is ${mode}. No row was kept. ${ELSEWHERE}`,
  );
}

/** Disables triggers but those of foreign keys, or enables them again: what they write for a row is in the backup. */
async function setTriggers(client: pg.Client, change: 'DISABLE' | 'ENABLE'): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    'SELECT DISTINCT tgrelid::regclass::text AS name FROM pg_trigger WHERE NOT tgisinternal ORDER BY 1',
  );
  for (const { name } of rows) await client.query(`ALTER TABLE ${name} ${change} TRIGGER USER`);
}

type NextFrame = IteratorResult<Frame, unknown>;

async function copyTable(
  client: pg.Client,
  table: BackupTable,
  frames: AsyncGenerator<Frame>,
): Promise<{ readonly rows: number; readonly next: NextFrame }> {
  let next = await frames.next();
  async function* pieces(): AsyncGenerator<Buffer> {
    while (!next.done && next.value.kind === 'D') {
      yield next.value.bytes;
      next = await frames.next();
    }
  }
  const target = client.query(copyFrom(`COPY ${copyTarget(client, table)} FROM STDIN`));
  await pipeline(Readable.from(pieces()), target);
  return { rows: target.rowCount, next };
}

type Sequence = { readonly name: string; readonly last: string | null };

async function setSequences(client: pg.Client, sequences: readonly Sequence[]): Promise<void> {
  for (const { name, last } of sequences) {
    if (last === null) continue;
    await client.query('SELECT setval(to_regclass($1), $2::bigint)', [client.escapeIdentifier(name), last]);
  }
}

function valueOf(frame: Frame): unknown {
  if (frame.kind !== 'J') throw new BackupError('The backup is not in order: rows stand where a table should begin.');
  return frame.value;
}
