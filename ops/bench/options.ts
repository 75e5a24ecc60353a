import { parseArgs } from 'node:util';

export const MEASUREMENTS = [
  'transfers',
  'ledger',
  'authorisations',
  'card-home',
  'transactions',
  'scale',
  'sign-in',
  'crowd',
  'schedules',
  'deposits',
  'search',
  'statements',
  'exports',
  'alerts',
  'years',
  'people',
] as const;
export type MeasurementName = (typeof MEASUREMENTS)[number];

export type BenchOptions = {
  readonly rounds: number;
  /** Duration of one sample. */
  readonly seconds: number;
  readonly authorisationSeconds: number;
  readonly authorisationsPerSecond: number;
  /** Posted rows of the large account. */
  readonly rows: number;
  /** Accounts of the large ledger. */
  readonly accounts: number;
  /** Scale of TPC-B. */
  readonly scale: number;
  /** Concurrent callers, of the server and of pgbench. */
  readonly clients: number;
  /** Number of statements made together. */
  readonly statements: number;
  /** Lines of the audit log in the detached year. */
  readonly auditRows: number;
  /** People of the large programme. */
  readonly people: number;
  readonly only: readonly MeasurementName[];
  readonly jsonFile: string | undefined;
  readonly isFreezing: boolean;
  readonly isVerifying: boolean;
  /** Commit that is measured too. */
  readonly against: string | undefined;
};

export const USAGE = `npm run bench -- [options]
  --rounds N       interleaved rounds, at least 1 (3)
  --seconds N      of each sample (10)
  --auth-seconds N of each sample of authorisations (30)
  --auth-rate N    authorisations a second (50)
  --rows N         posted rows of the large account (5000000)
  --accounts N     accounts of the large ledger (10000000)
  --scale N        of TPC-B (100)
  --clients N      callers at once, server and pgbench alike (8)
  --statements N   statements that are made at once (2000)
  --audit-rows N   lines of the audit log in a year that is detached (5000000)
  --people N       people of the large programme (1000000)
  --only NAMES     of ${MEASUREMENTS.join(',')}
  --json FILE      also write the figures to a file
  --against COMMIT measure COMMIT too, in as many alternating pairs as rounds, and compare
  --verify         check the ledger of the large database afterwards
  --freeze         write ops/bench/queries/*.sql anew from what the server sends, and end
BENCH_DATABASE_URL: owner of a PostgreSQL to measure on; without it one is started for the purpose.`;

/** Invalid options; the message names them. */
export class UsageError extends Error {}

export function readOptions(args: readonly string[]): BenchOptions {
  const { values } = parse(args);
  const number = (name: keyof typeof values, otherwise: number): number => {
    const text = values[name];
    if (text === undefined) return otherwise;
    if (!/^[1-9]\d{0,8}$/.test(String(text))) throw new UsageError(`--${name} takes a whole number above zero`);
    return Number(text);
  };
  if (values.against !== undefined && values.freeze) throw new UsageError('--freeze writes files: not with --against');
  return {
    rounds: number('rounds', 3),
    seconds: number('seconds', 10),
    authorisationSeconds: number('auth-seconds', 30),
    authorisationsPerSecond: number('auth-rate', 50),
    rows: number('rows', 5_000_000),
    accounts: number('accounts', 10_000_000),
    scale: number('scale', 100),
    clients: number('clients', 8),
    statements: number('statements', 2_000),
    auditRows: number('audit-rows', 5_000_000),
    people: number('people', 1_000_000),
    only: readNames(values.only),
    jsonFile: values.json,
    isFreezing: values.freeze ?? false,
    isVerifying: values.verify ?? false,
    against: values.against,
  };
}

function parse(args: readonly string[]) {
  const text = { type: 'string' } as const;
  const flag = { type: 'boolean' } as const;
  try {
    return parseArgs({
      args: [...args],
      options: {
        rounds: text,
        seconds: text,
        'auth-seconds': text,
        'auth-rate': text,
        rows: text,
        accounts: text,
        scale: text,
        clients: text,
        statements: text,
        'audit-rows': text,
        people: text,
        only: text,
        json: text,
        against: text,
        freeze: flag,
        verify: flag,
      },
    });
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

function readNames(text: string | undefined): readonly MeasurementName[] {
  if (text === undefined) return MEASUREMENTS;
  return text.split(',').map((name) => {
    const known = MEASUREMENTS.find((measurement) => measurement === name.trim());
    if (!known) throw new UsageError(`--only takes ${MEASUREMENTS.join(', ')}`);
    return known;
  });
}
