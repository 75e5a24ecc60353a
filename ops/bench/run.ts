import { writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import pg from 'pg';
import { buildApp } from '../../server/src/http/app.ts';
import { verifyLedger } from '../../server/src/ledger/verify.ts';
import { measureAgainst } from './against.ts';
import { type FigureName, figuresOf } from './figures.ts';
import { signIn } from './fixture.ts';
import { cardHomeCalls, freeze, NotAsFrozen, recordCalls, transactionsPageCall } from './frozen.ts';
import { measureDeposits } from './measures/deposits.ts';
import { measureAuthorisations } from './measures/authorisations.ts';
import { measureCardHome } from './measures/card-home.ts';
import { measureCrowd } from './measures/crowd.ts';
import { measureLedger, measureScale } from './measures/ledger.ts';
import { measureExports } from './measures/exports.ts';
import { measureAlerts } from './measures/alerts.ts';
import { measureSchedules } from './measures/schedules.ts';
import { measurePeople } from './measures/people.ts';
import { measureSearch } from './measures/search.ts';
import { measureStatements } from './measures/statements.ts';
import { measureSignIn } from './measures/sign-in.ts';
import { measureTransactions } from './measures/transactions.ts';
import { measureTransfers } from './measures/transfers.ts';
import { measureYears } from './measures/years.ts';
import { type BenchOptions, MEASUREMENTS, type MeasurementName, readOptions, USAGE, UsageError } from './options.ts';
import { findPgbench, NoPgbench } from './pgbench.ts';
import { openPostgres } from './postgres.ts';
import { type Measurement, openStage, type Stage } from './stage.ts';
import type { Figure } from './statistics.ts';
import { isReached, table } from './statistics.ts';

const MEASURES: Readonly<Record<MeasurementName, Measurement>> = {
  transfers: measureTransfers,
  ledger: measureLedger,
  authorisations: measureAuthorisations,
  'card-home': measureCardHome,
  transactions: measureTransactions,
  scale: measureScale,
  'sign-in': measureSignIn,
  crowd: measureCrowd,
  schedules: measureSchedules,
  deposits: measureDeposits,
  search: measureSearch,
  statements: measureStatements,
  exports: measureExports,
  alerts: measureAlerts,
  years: measureYears,
  people: measurePeople,
};

const say = (line: string) => process.stderr.write(`${line}\n`);

async function bench(options: BenchOptions, opened: AsyncDisposableStack): Promise<Figure[]> {
  findPgbench();
  const postgres = await openPostgres(process.env['BENCH_DATABASE_URL']);
  opened.defer(() => postgres.stop());
  say(`PostgreSQL ${postgres.version}, Node ${process.version}, ${cpus().length} processors`);
  const stage = await openStage(options, postgres, opened, say);
  if (options.isFreezing) {
    await freezeAll(stage);
    return [];
  }
  const samplers: Awaited<ReturnType<Measurement>>[] = [];
  for (const name of MEASUREMENTS.filter((one) => options.only.includes(one))) {
    samplers.push(await MEASURES[name](stage));
  }
  const samples = new Map<FigureName, number[]>();
  const note = (name: FigureName, value: number) => {
    samples.set(name, [...(samples.get(name) ?? []), value]);
    say(`  ${name}: ${value.toFixed(2)}`);
  };
  for (let round = 1; round <= options.rounds; round += 1) {
    say(`Round ${round} of ${options.rounds}`);
    stage.beginRound(note);
    for (const sample of samplers) await sample(note);
  }
  if (options.isVerifying) await verify((await stage.place('few')).database.ownerUrl);
  return figuresOf(samples);
}

async function freezeAll(stage: Stage): Promise<void> {
  const { ctx, holder } = await stage.place('few');
  const headers = await signIn(ctx, holder);
  const app = await buildApp(ctx);
  freeze('card-home', await recordCalls(app, cardHomeCalls(headers, holder.card.reference)));
  freeze('transactions-page', await recordCalls(app, [transactionsPageCall(headers, holder, 0, 20)]));
  await app.close();
}

async function verify(ownerUrl: string): Promise<void> {
  const owner = new pg.Client({ connectionString: ownerUrl });
  await owner.connect();
  const begin = performance.now();
  const report = await verifyLedger(owner).finally(() => owner.end());
  const took = Math.round((performance.now() - begin) / 1000);
  say(`Verify of ${report.counts.entries} entries: ${report.ok ? 'everything holds' : 'BROKEN'}, ${took} s`);
  if (!report.ok) throw new Error(JSON.stringify(report.findings.slice(0, 5)));
}

async function main(): Promise<number> {
  const options = readOptions(process.argv.slice(2));
  const opened = new AsyncDisposableStack();
  // A signal may come twice, to the group and from npm: the second must not interrupt the first.
  let isOver = false;
  const giveUp = () => {
    if (isOver) return;
    isOver = true;
    void opened.disposeAsync().finally(() => process.exit(130));
  };
  process.on('SIGINT', giveUp).on('SIGTERM', giveUp);
  let figures: Figure[] = [];
  try {
    if (options.against !== undefined) {
      await measureAgainst(options.against, options, opened, say);
      return 0;
    }
    figures = await bench(options, opened);
  } finally {
    await opened.disposeAsync();
  }
  if (options.isFreezing) return 0;
  const json = JSON.stringify({ at: new Date().toISOString(), node: process.version, options, figures }, null, 2);
  if (options.jsonFile !== undefined) writeFileSync(options.jsonFile, `${json}\n`);
  console.log(table(figures));
  console.log(json);
  return figures.every(isReached) ? 0 : 1;
}

try {
  process.exitCode = await main();
} catch (error) {
  const isPlain = error instanceof UsageError || error instanceof NoPgbench || error instanceof NotAsFrozen;
  say(isPlain ? error.message : error instanceof Error ? (error.stack ?? error.message) : String(error));
  if (error instanceof UsageError) say(USAGE);
  process.exitCode = 1;
}
