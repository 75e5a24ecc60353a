import { existsSync, globSync } from 'node:fs';
import { canInstall, install, installNewest } from './debian.ts';
import { failure, type Outcome, ROOT, run, SOAK_MS, type Step } from './steps.ts';
import { listVitest, runVitest } from './vitest-run.ts';

const DEBIAN_15 = '/usr/lib/postgresql/15/bin/postgres';

/** Tests of SQL. They run on the oldest supported PostgreSQL too; stores have no tests of their own. */
const SQL_TESTS = [
  'server/src/ledger',
  'server/src/platform',
  'server/src/postgres',
  'server/src/lookup-plans.test.ts',
];

const SERVER = ['--project', 'server'];

/** Names of files or folders that name no test of the server: nothing would be run for them, and nobody told. */
export function namingNothing(tests: readonly string[], root = ROOT): string[] {
  const files = globSync('server/**/*.test.ts', { cwd: root, exclude: ['**/node_modules/**'] });
  return tests.filter((name) => !files.some((file) => file.replaceAll('\\', '/').includes(name)));
}

async function onPostgres15(tests: readonly string[]): Promise<Outcome> {
  const nothing = namingNothing(tests);
  if (nothing.length > 0) return failure(`No test of the server is in ${nothing.join(', ')}`);
  // A minor release can change plans, so the tests run on the newest one.
  const fault = canInstall() ? await installNewest(['postgresql-15']) : NOT_ROOT;
  if (existsSync(DEBIAN_15)) {
    const outcome = await runVitest([...SERVER, ...tests], { WATTLE_TEST_POSTGRES: '15' });
    return { ...outcome, note: `${await versionOf(DEBIAN_15)}${fault === undefined ? '' : ', not upgraded'}` };
  }
  const skipped = await listVitest([...SERVER, ...tests]);
  return { passed: 0, failed: 0, skipped, details: `${skipped} tests were skipped: no ${DEBIAN_15}. ${fault ?? ''}` };
}

const NOT_ROOT = 'Only root on Debian can install or upgrade it (apt-get install postgresql-15).';

/** `15.20`, of `postgres (PostgreSQL) 15.20 (Debian 15.20-0+deb12u1)`. */
async function versionOf(postgres: string): Promise<string> {
  const { stdout } = await run(postgres, ['--version']);
  return /\) (\S+)/.exec(stdout)?.[1] ?? 'of an unknown version';
}

const NGINX = '/usr/sbin/nginx';

/** The site of deploy/ is tried with Debian's nginx, where it can be had. */
async function onPostgres18(): Promise<Outcome> {
  if (canInstall() && !existsSync(NGINX)) await install(['nginx-light']);
  return runVitest(SERVER);
}

/** The server on the newest PostgreSQL, then on the oldest one: what is SQL of it, or in a whole run everything. */
export function databaseSteps({ isFull }: { readonly isFull: boolean }): readonly Step[] {
  return [
    { name: 'server on PostgreSQL 18', run: onPostgres18 },
    isFull
      ? { name: 'server on PostgreSQL 15', run: () => onPostgres15([]) }
      : { name: 'ledger and plans on PostgreSQL 15', run: () => onPostgres15(SQL_TESTS) },
  ];
}

export type SoakSizes = {
  /** Sequences of the model. */
  readonly runs: string;
  /** Rounds of the crash test and of the bank test, histories of due work, and accounts of automatic top-ups. */
  readonly rounds: string;
  /** Rows of a long document. */
  readonly rows: string;
};

/** The same tests at length. */
export function soakDatabase({ runs, rounds, rows }: SoakSizes): readonly Step[] {
  const atLength = (name: string, file: string, env: Readonly<Record<string, string>>): Step => ({
    name,
    run: () => runVitest([...SERVER, file], env, SOAK_MS),
  });
  return [
    atLength('model', 'server/src/ledger/model.test.ts', { WATTLE_MODEL_RUNS: runs }),
    atLength('bank', 'server/torture/bank.test.ts', { WATTLE_BANK_ROUNDS: rounds }),
    atLength('crash', 'server/torture/crash.test.ts', { WATTLE_CRASH_ROUNDS: rounds }),
    atLength('due-work', 'server/src/platform/due-work/history.database.test.ts', { WATTLE_DUE_WORK_ROUNDS: rounds }),
    // Ten histories a round: a thousand of them as the tool is called by default.
    atLength('gateway', 'server/torture/gateway.test.ts', { WATTLE_GATEWAY_ROUNDS: `${rounds}0` }),
    // There and back, ten moves in all as the tool is called by default.
    atLength('moves', 'server/torture/tenants.test.ts', { WATTLE_MOVE_ROUNDS: String(Math.ceil(Number(rounds) / 20)) }),
    atLength('auto-topups', 'server/torture/auto-topups.test.ts', { WATTLE_AUTO_TOPUP_ACCOUNTS: rounds }),
    atLength('ways-in', 'server/torture/who-gets-in.test.ts', { WATTLE_WAYS_IN_HISTORIES: `${rounds}0` }),
    atLength('schedules', 'server/src/features/schedules/simulation.test.ts', { WATTLE_SCHEDULE_DAYS: '3653' }),
    atLength('deposits', 'server/src/features/settlement/deposits/deposits.test.ts', { WATTLE_DEPOSITS: rows }),
    atLength('documents', 'server/torture/long-documents.test.ts', { WATTLE_DOCUMENT_ROWS: rows }),
  ];
}
