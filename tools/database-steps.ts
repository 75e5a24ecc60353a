import { existsSync } from 'node:fs';
import { canInstall, install } from './debian.ts';
import { type Outcome, SOAK_MS, type Step } from './steps.ts';
import { listVitest, runVitest } from './vitest-run.ts';

const DEBIAN_15 = '/usr/lib/postgresql/15/bin/postgres';

/** Where SQL stands: the oldest PostgreSQL that is supported must run it too. */
const SQL_TESTS = ['server/src/ledger', 'server/src/platform', '.store.test.ts'];

const SERVER = ['--project', 'server'];

async function onPostgres15(): Promise<Outcome> {
  const fault = existsSync(DEBIAN_15) ? undefined : await provide();
  if (fault === undefined) return runVitest([...SERVER, ...SQL_TESTS], { WATTLE_TEST_POSTGRES: '15' });
  const skipped = await listVitest([...SERVER, ...SQL_TESTS]);
  return { passed: 0, failed: 0, skipped, details: `${skipped} tests were skipped: ${fault}` };
}

async function provide(): Promise<string | undefined> {
  if (!canInstall())
    return 'PostgreSQL 15 is not installed, and only root on Debian can install it (apt-get install postgresql-15)';
  const fault = await install(['postgresql-15']);
  return fault ?? (existsSync(DEBIAN_15) ? undefined : `there is no ${DEBIAN_15}`);
}

export const databaseSteps: readonly Step[] = [
  { name: 'server on PostgreSQL 18', run: () => runVitest(SERVER) },
  { name: 'ledger, stores and platform on PostgreSQL 15', run: onPostgres15 },
];

export type SoakSizes = {
  /** Sequences of the model. */
  readonly runs: string;
  /** Rounds of the crash test, and of the bank test. */
  readonly rounds: string;
};

/** The same tests at length. */
export function soakDatabase({ runs, rounds }: SoakSizes): readonly Step[] {
  const atLength = (name: string, file: string, env: Readonly<Record<string, string>>): Step => ({
    name,
    run: () => runVitest([...SERVER, file], env, SOAK_MS),
  });
  return [
    atLength('model', 'server/src/ledger/model.test.ts', { WATTLE_MODEL_RUNS: runs }),
    atLength('bank', 'server/torture/bank.test.ts', { WATTLE_BANK_ROUNDS: rounds }),
    atLength('crash', 'server/torture/crash.test.ts', { WATTLE_CRASH_ROUNDS: rounds }),
  ];
}
