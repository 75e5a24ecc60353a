import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import path from 'node:path';
import type { TestProject } from 'vitest/node';
import { startEmbeddedPostgres } from '../../src/postgres/embedded-postgres.ts';
import type { EmbeddedPostgres } from '../../src/postgres/embedded-postgres.ts';
import { bundledBinaries } from '../../src/postgres/postgres-binaries.ts';
import { loadSampleDirectories } from '../../src/start/load-directories.ts';
import { loadFirstHolidays } from '../../src/platform/time/banking-days/holidays.ts';
import { openDatabase } from '../../src/platform/database/database.ts';
import { migrate } from '../../src/platform/database/migrate.ts';
import { endWithThisProcess } from './end-with-this-process.ts';
import { fastFolder } from './fast-folder.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Temporary PostgreSQL of this run; its database `wattle` is the migrated template. */
    postgres: { readonly ownerUrl: string; readonly appUrl: string; readonly binaries: string };
    /** Folder of this run, removed at its end. */
    runFolder: string;
  }
}

const DEBIAN_15 = '/usr/lib/postgresql/15/bin';

let folder: string;
let postgres: EmbeddedPostgres;

/** One PostgreSQL for the whole run: the bundled one, or Debian's 15 with WATTLE_TEST_POSTGRES=15. */
export async function setup(project: TestProject): Promise<void> {
  folder = mkdtempSync(path.join(fastFolder(), 'wattle-test-'));
  const binaries = chosenBinaries();
  postgres = await startEmbeddedPostgres({ folder, binaries, isThrowAway: true });
  endWithThisProcess(folder);
  await migrate(postgres.ownerUrl, { appLogin: postgres.appLogin });
  const template = openDatabase({ connectionString: postgres.appUrl, size: 1 });
  await loadFirstHolidays(template);
  // The first day of every test (TEST_START).
  await loadSampleDirectories(template, '2026-11-20');
  await template.close();
  project.provide('runFolder', folder);
  project.provide('postgres', { ownerUrl: postgres.ownerUrl, appUrl: postgres.appUrl, binaries });
}

export async function teardown(): Promise<void> {
  await postgres?.stop();
  rmSync(folder, { recursive: true, force: true });
}

function chosenBinaries(): string {
  if (process.env['WATTLE_TEST_POSTGRES'] !== '15') return bundledBinaries();
  if (!existsSync(DEBIAN_15)) throw new Error(`WATTLE_TEST_POSTGRES=15 needs Debian's postgresql-15 in ${DEBIAN_15}`);
  return DEBIAN_15;
}
