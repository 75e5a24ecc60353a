import { existsSync, globSync } from 'node:fs';
import { canInstall, install, installNewest } from './debian.ts';
import { failure, type Outcome, ROOT, run, type Step } from './steps.ts';
import { listVitest, runVitest } from './vitest-run.ts';

const DEBIAN_15 = '/usr/lib/postgresql/15/bin/postgres';

/** Tests of SQL. They run on the oldest supported PostgreSQL too; stores have no separate tests. */
const SQL_TESTS = [
  'server/src/ledger',
  'server/src/platform',
  'server/src/postgres',
  'server/src/tests/lookup-plans.test.ts',
];

/** Sequences of the model of the ledger there: on the newest PostgreSQL, and in a whole run here too, it has all. */
const SOME_SEQUENCES = { WATTLE_MODEL_RUNS: '500' };

/** A whole run breaks every statement on the newest PostgreSQL: what the server does then does not depend on its release. */
const AS_IN_THE_GATE = { WATTLE_FULL: '' };

const SERVER = ['--project', 'server'];

/** Arguments that match no test of the server: without this check they would be ignored silently. */
export function namingNothing(tests: readonly string[], root = ROOT): string[] {
  const files = globSync('server/**/*.test.ts', { cwd: root, exclude: ['**/node_modules/**'] });
  return tests.filter((name) => !files.some((file) => file.replaceAll('\\', '/').includes(name)));
}

async function onPostgres15(
  tests: readonly string[],
  settings: Readonly<Record<string, string>> = {},
): Promise<Outcome> {
  const nothing = namingNothing(tests);
  if (nothing.length > 0) return failure(`No test of the server is in ${nothing.join(', ')}`);
  // A minor release can change plans, so the tests run on the newest one.
  const fault = canInstall() ? await installNewest(['postgresql-15']) : NOT_ROOT;
  if (existsSync(DEBIAN_15)) {
    const outcome = await runVitest([...SERVER, ...tests], { ...settings, WATTLE_TEST_POSTGRES: '15' });
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

/** Proxies for which deploy/ has sites: program and package. */
const PROXIES = [
  ['/usr/sbin/nginx', 'nginx-light'],
  ['/usr/bin/caddy', 'caddy'],
] as const;

/** Languages of the programs in docs/integrate/webhooks.md. */
const LANGUAGES = ['python3', 'php-cli', 'ruby', 'golang-go', 'default-jdk-headless'];

/** Prometheus' own tool asks the alerts of deploy/ whether they fire. */
const PROMETHEUS = 'prometheus';

/**
 * The sites of deploy/ are tried with Debian's nginx and Caddy, and in a whole run its alerts with Prometheus, and
 * programs of the documents with their languages, where they can be had. A test of what is not there is counted as
 * skipped.
 */
async function onPostgres18(isFull: boolean, part: readonly string[] = []): Promise<Outcome> {
  const missing = PROXIES.filter(([program]) => !existsSync(program)).map(([, name]) => name);
  if (canInstall() && missing.length > 0) await install(missing);
  if (canInstall() && isFull) await install([...LANGUAGES, PROMETHEUS]);
  return runVitest([...SERVER, ...part]);
}

/** A whole run has the server in parts, so that a slow machine is not cut short, and one part can be run alone. */
const PARTS = 3;

/**
 * The server on the newest PostgreSQL, then on the oldest one: only tests of SQL, or all in a whole run. Tests of
 * several clusters are only in a whole run.
 */
export function databaseSteps({ isFull }: { readonly isFull: boolean }): readonly Step[] {
  const name = 'server on PostgreSQL 18';
  if (!isFull) {
    return [
      { name, run: () => onPostgres18(false) },
      { name: 'ledger and plans on PostgreSQL 15', run: () => onPostgres15(SQL_TESTS, SOME_SEQUENCES) },
    ];
  }
  const parts = Array.from({ length: PARTS }, (_, place) => place + 1);
  return [
    ...parts.map((part) => ({
      name: `${name}, part ${part} of ${PARTS}`,
      run: () => onPostgres18(true, [`--shard=${part}/${PARTS}`]),
    })),
    { name: 'server on PostgreSQL 15', run: () => onPostgres15([], AS_IN_THE_GATE) },
    { name: 'ops on PostgreSQL 18', run: () => runVitest(['--project', 'ops']) },
  ];
}
