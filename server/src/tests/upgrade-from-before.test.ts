import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { everything } from '../../test-support/processes/backups.ts';
import { ask } from '../../test-support/processes/server-process.ts';
import { migrate } from '../platform/database/migrate.ts';
import { readBackupHeader, restoreAsMade } from '../platform/backup/restore.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../postgres/embedded-postgres.ts';
import { verify } from '../commands/verify.ts';

const ROOT = path.join(import.meta.dirname, '../../..');
/** The document's commands need pg_dump, which the bundled PostgreSQL does not have. */
const DEBIAN_15 = '/usr/lib/postgresql/15/bin';
const LIMIT_MS = 120_000;

let folder: string;
let postgres: EmbeddedPostgres;
beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'wattle-load-'));
}, LIMIT_MS);
afterEach(async () => {
  await postgres?.stop();
  rmSync(folder, { recursive: true, force: true });
}, LIMIT_MS);

/** The commands of docs/upgrades.md. */
function commands(): string {
  const text = readFileSync(path.join(ROOT, 'docs/upgrades.md'), 'utf8');
  return /```sh\n([\s\S]*?)```/.exec(text)?.[1] ?? '';
}

/** For programs that know no address with the folder of a socket in it but this one. */
const onDatabase = (url: string, name: string) => url.replace(/@\/[^?]*/, `@/${name}`);

it.skipIf(!existsSync(DEBIAN_15))(
  'the rows of a database from before 0.2.0 come into a new one by the commands of the document, and verify',
  async () => {
    postgres = await startEmbeddedPostgres({ folder, binaries: DEBIAN_15, isThrowAway: true });
    const [older, newer] = [onDatabase(postgres.ownerUrl, 'older'), onDatabase(postgres.ownerUrl, 'newer')];
    for (const name of ['older', 'newer']) await ask(postgres.ownerUrl, `CREATE DATABASE ${name} TEMPLATE template0`);
    // The schema before 0.2.0 is this one with other names of migrations, and without partitions for these years.
    const file = path.join(ROOT, 'server/test-support/releases/0.2.0.backup');
    const header = await readBackupHeader(file);
    await restoreAsMade({ ownerUrl: older, file, header, report: () => {}, beforeRows: () => {} });
    await ask(older, 'DROP TABLE restore_under_way');
    await ask(older, 'SELECT make_audit_part(2031), make_statement_part(2031)');
    await ask(older, "UPDATE migration SET name = '0022-instance' WHERE name = '0022-desk'");
    await ask(older, "UPDATE migration SET name = '0350-tax-numbers-in-clear' WHERE name = '0023-instance'");
    await expect(migrate(older)).rejects.toThrow('0350-tax-numbers-in-clear');

    execFileSync('bash', ['-c', commands()], {
      cwd: ROOT,
      env: { PATH: `${DEBIAN_15}:${process.env['PATH']}`, OLD: older, NEW: newer },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    expect(await everything({ ownerUrl: newer })).toEqual(await everything({ ownerUrl: older }));
    // A start carries it on to this version.
    await migrate(newer);
    expect(await verify(newer, { say: () => {} })).toEqual({ ok: true });
    await canReadAsApplication(newer);
  },
  LIMIT_MS,
);

/** The group of the application may read which migrations were applied. */
async function canReadAsApplication(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query('SET ROLE wattle_app');
    expect((await client.query('SELECT FROM migration')).rowCount).toBeGreaterThan(0);
  } finally {
    await client.end();
  }
}
