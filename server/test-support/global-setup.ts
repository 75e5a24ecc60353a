import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { TestProject } from 'vitest/node';
import { startEmbeddedPostgres } from '../src/platform/embedded-postgres.ts';
import type { EmbeddedPostgres } from '../src/platform/embedded-postgres.ts';
import { bundledBinaries } from '../src/platform/postgres-binaries.ts';
import { migrate } from '../src/platform/migrate.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The throw-away PostgreSQL of this run; its database `wattle` is the migrated template. */
    postgres: { readonly ownerUrl: string; readonly appUrl: string; readonly binaries: string };
  }
}

const DEBIAN_15 = '/usr/lib/postgresql/15/bin';

let folder: string;
let postgres: EmbeddedPostgres;

/** One PostgreSQL for the whole run: the bundled one, or Debian's 15 with WATTLE_TEST_POSTGRES=15. */
export async function setup(project: TestProject): Promise<void> {
  folder = mkdtempSync(path.join(tmpdir(), 'wattle-test-'));
  const binaries = chosenBinaries();
  postgres = await startEmbeddedPostgres({ folder, binaries, isThrowAway: true });
  endWithThisProcess(folder);
  await migrate(postgres.ownerUrl, { appLogin: postgres.appLogin });
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

/** A killed test run tears nothing down: a shell that waits for the end of its input does it then. */
function endWithThisProcess(data: string): void {
  if (process.platform === 'win32') return;
  const script =
    'cat >/dev/null; f="$1/data/postmaster.pid"; [ -f "$f" ] && kill -QUIT "$(head -n 1 "$f")" && sleep 1; rm -rf "$1"';
  const guard = spawn('sh', ['-c', script, 'guard', data], { detached: true, stdio: ['pipe', 'ignore', 'ignore'] });
  guard.unref();
  (guard.stdin as unknown as { unref(): void }).unref();
}
