import pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { writeBackupFile } from './backup-file.ts';
import type { Frame } from './backup-file.ts';
import { backupTables, COPY_SETTINGS, copySource, readYears } from './backup-tables.ts';
import type { YearPart } from './backup-tables.ts';

/** The first frame of a backup. */
export type BackupHeader = {
  /** Security clock, ISO 8601. */
  readonly madeAt: string;
  readonly postgres: string;
  readonly migrations: readonly { readonly name: string; readonly sha256: string }[];
  /** Text of keys.json; null: it was left out, or the keys are in the environment. */
  readonly keys: string | null;
  /** Years with partitions; missing in an older backup. */
  readonly years?: readonly YearPart[];
};

export type BackupOptions = {
  /** Connection URL of the table owner, who sees every row. A read replica works. */
  readonly ownerUrl: string;
  readonly file: string;
  readonly keys: string | null;
  readonly now: () => number;
  readonly onPart?: (done: number) => void;
};

export type BackupReport = { readonly tables: number; readonly rows: number };

/** Copies all tables from one snapshot to a file, while the system runs. */
export async function writeBackup(options: BackupOptions): Promise<BackupReport> {
  const client = new pg.Client({ connectionString: options.ownerUrl, application_name: 'wattle-backup' });
  await client.connect();
  const report = { tables: 0, rows: 0 };
  try {
    await client.query(COPY_SETTINGS);
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
    await writeBackupFile(options.file, framesOf(client, options, report));
  } finally {
    await client.end();
  }
  return report;
}

async function* framesOf(
  client: pg.Client,
  { keys, now, onPart = () => {} }: BackupOptions,
  report: { tables: number; rows: number },
): AsyncGenerator<Frame> {
  const migrations = await client.query('SELECT name, sha256 FROM migration ORDER BY name');
  const version = await client.query<{ server_version: string }>('SHOW server_version');
  const header: BackupHeader = {
    madeAt: new Date(now()).toISOString(),
    postgres: version.rows[0]?.server_version ?? '',
    migrations: migrations.rows,
    keys,
    years: await readYears(client),
  };
  yield { kind: 'J', value: header };
  const tables = await backupTables(client);
  for (const table of tables) {
    yield { kind: 'J', value: table };
    const rows = client.query(copyTo(`COPY ${copySource(client, table)} TO STDOUT`));
    for await (const bytes of rows) yield { kind: 'D', bytes: bytes as Buffer };
    report.tables += 1;
    report.rows += rows.rowCount;
    onPart(report.tables / tables.length);
  }
  // Read last: a sequence is never behind the rows of the snapshot.
  const sequences = await client.query(
    "SELECT sequencename AS name, last_value::text AS last FROM pg_sequences WHERE schemaname = 'public' ORDER BY 1",
  );
  yield { kind: 'J', value: { sequences: sequences.rows } };
}
