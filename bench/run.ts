import { writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { buildApp } from '../server/src/http/app.ts';
import { verifyLedger } from '../server/src/ledger/verify.ts';
import pg from 'pg';
import { cardHomeCalls, compareWithFrozen, freeze, NotAsFrozen, recordCardHome } from './card-home.ts';
import { givenCardholder, givenSpenders, signIn } from './fixture.ts';
import { measureAuthorisations, measureCardHome, measurePages } from './measure.ts';
import { readOptions, USAGE, UsageError } from './options.ts';
import type { BenchOptions } from './options.ts';
import { findPgbench, NoPgbench, runPgbench } from './pgbench.ts';
import { openPostgres } from './postgres.ts';
import { openContext, startServer } from './server.ts';
import { givenMembers, measureArgon2, measureSignIns, measureTelling } from './sign-in.ts';
import type { Figure } from './statistics.ts';
import { isReached, table } from './statistics.ts';

/** Posted rows of the small account, and of the cardholder of the card home. */
const FEW_ROWS = 1_000;
const SPENDERS = 20;

const say = (line: string) => process.stderr.write(`${line}\n`);

async function bench(options: BenchOptions, opened: AsyncDisposableStack): Promise<Figure[]> {
  const { only, rounds, seconds, clients, rows } = options;
  const wants = (name: (typeof only)[number]) => only.includes(name);
  if (wants('card-home') && !options.isFreezing) findPgbench();

  const postgres = await openPostgres(process.env['BENCH_DATABASE_URL']);
  opened.defer(() => postgres.stop());
  say(`PostgreSQL ${postgres.version}, Node ${process.version}, ${cpus().length} processors`);

  const place = async (name: string, count: number) => {
    const database = await postgres.createDatabase(name);
    // Before the rows: a server that does not start is found at once.
    const server = await startServer(database);
    opened.defer(() => server.stop());
    const ctx = openContext(database);
    opened.defer(() => ctx.close());
    const begin = performance.now();
    const holder = await givenCardholder(ctx, database.ownerUrl, count);
    say(`${count} posted rows in ${name}: ${Math.round((performance.now() - begin) / 1000)} s`);
    return { database, ctx, holder, server, rows: count };
  };
  const few = await place('few', FEW_ROWS);

  const app = await buildApp(few.ctx);
  const calls = cardHomeCalls(await signIn(few.ctx, few.holder), few.holder.card.reference);
  const sections = await recordCardHome(app, calls);
  await app.close();
  if (options.isFreezing) {
    freeze(sections);
    return [];
  }
  compareWithFrozen(sections);
  const statements = sections.flatMap((section) => section.statements);

  const many = wants('transactions') ? await place('many', rows) : undefined;
  const spenders = wants('authorisations') ? await givenSpenders(few.ctx, SPENDERS) : [];
  const members = wants('sign-in') ? await givenMembers(few.ctx) : undefined;
  const samples = new Map<string, number[]>();
  const note = (name: string, value: number) => {
    samples.set(name, [...(samples.get(name) ?? []), value]);
    say(`  ${name}: ${value.toFixed(2)}`);
  };

  for (let round = 1; round <= rounds; round += 1) {
    say(`Round ${round} of ${rounds}`);
    if (wants('card-home')) {
      const served = await measureCardHome(few.ctx, few.server.baseUrl, few.holder, { clients, seconds });
      const bare = runPgbench(few.database.appUrl, statements, { clients, seconds });
      note('card home over HTTP', served);
      note('card home by pgbench', bare);
      note('card home ÷ pgbench', served / bare);
    }
    if (many) {
      const [ofFew = 0, ofMany = 0] = await measurePages([few, many], 2 * seconds);
      note(`transactions p99, ${FEW_ROWS} rows`, ofFew);
      note(`transactions p99, ${rows} rows`, ofMany);
      note('transactions, many ÷ few', ofMany / ofFew);
    }
    if (wants('authorisations')) {
      const load = { perSecond: options.authorisationsPerSecond, seconds: options.authorisationSeconds };
      const { p50, p99 } = await measureAuthorisations(few.ctx, few.server.baseUrl, spenders, load);
      note('authorisations p50', p50);
      note('authorisations p99', p99);
    }
    if (members) {
      const served = await measureSignIns(few.server.baseUrl, members, seconds);
      const bare = await measureArgon2(few.ctx, seconds);
      note('sign-ins over HTTP', served);
      note('sign-ins ÷ bare Argon2id', served / bare);
      const { wrong, locked } = await measureTelling(few.ctx, few.server.baseUrl);
      note('wrong password, known user', wrong.known);
      note('wrong password, unknown user', wrong.unknown);
      note('known and unknown user, apart', wrong.apart);
      note('locked known and unknown user, apart', locked.apart);
    }
  }
  if (options.isVerifying) await verify((many ?? few).database.ownerUrl);
  return [...samples].map(([name, values]) => toFigure(name, values));
}

function toFigure(name: string, samples: readonly number[]): Figure {
  if (name === 'card home ÷ pgbench') return { name, unit: '', samples, bar: { is: 'atLeast', value: 0.25 } };
  if (name === 'transactions, many ÷ few') return { name, unit: '', samples, bar: { is: 'atMost', value: 1.5 } };
  if (name === 'authorisations p99') return { name, unit: 'ms', samples, bar: { is: 'atMost', value: 50 } };
  if (name === 'sign-ins ÷ bare Argon2id') return { name, unit: '', samples, bar: { is: 'atLeast', value: 0.7 } };
  if (name.endsWith(', apart')) return { name, unit: '', samples, bar: { is: 'atMost', value: 0.1 } };
  return { name, unit: /^card home|^sign-ins/.test(name) ? 'a second' : 'ms', samples };
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
  const giveUp = () => void opened.disposeAsync().finally(() => process.exit(130));
  process.once('SIGINT', giveUp).once('SIGTERM', giveUp);
  let figures: Figure[];
  try {
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
