import { openConnections } from '../../src/features/processors/public.ts';
import { openProgrammes } from '../../src/features/programme/public.ts';
import { processorAdapters } from '../../src/compose/processor-adapters.ts';
import { randomBytes } from 'node:crypto';
import { rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { inject } from 'vitest';
import { paymentMethods } from '../../src/compose/payment-methods.ts';
import { blocksMoneyOut, keepsMoneyIn } from '../../src/compose/blocks-money-out.ts';
import { cardViewParts } from '../../src/compose/card-view-parts.ts';
import { HASHING, readConfig } from '../../src/config/config.ts';
import type { Mode } from '../../src/config/mode.ts';
import type { AppContext } from '../../src/compose/context.ts';
import { gatewayPurposes } from '../../src/compose/gateway-purposes.ts';
import { listeners } from '../../src/compose/listeners.ts';
import { debitReturn } from '../../src/features/topup/public.ts';
import { openLiveHub } from '../../src/features/live-updates/public.ts';
import { openPayments } from '../../src/features/payments/public.ts';
import { openOutside } from '../../src/outside/outside.ts';
import { openWakeUp } from '../../src/platform/wake-up.ts';
import { openBroadcast } from '../../src/platform/database/broadcast.ts';
import { openDatabase } from '../../src/platform/database/database.ts';
import type { Database, DatabaseOptions } from '../../src/platform/database/database.ts';
import { openDueWork } from '../../src/platform/due-work/due-work.ts';
import { openHashLimit } from '../../src/platform/secrets/hash-limit.ts';
import { openInstanceHold } from '../../src/platform/backup/instance-hold.ts';
import { openLog } from '../../src/platform/log.ts';
import { openSecrets } from '../../src/platform/secrets/secret-store.ts';
import { openPlaces } from '../../src/platform/tenant-places.ts';
import { openTurns } from '../../src/platform/one-at-a-time.ts';
import { localBroadcast } from '../outside/broadcast.ts';
import { topupsOnItsWay } from '../../src/compose/topups-on-their-way.ts';
import { TEST_KEYS } from '../keys.ts';

export type TestDatabase = {
  /** Connects as the application's role, with row-level security. */
  readonly database: Database;
  readonly url: string;
  /** Connects as the superuser, without policies. */
  readonly ownerUrl: string;
  /** Runs one statement as the superuser. */
  asOwner<Row extends pg.QueryResultRow>(sql: string, values?: readonly unknown[]): Promise<Row[]>;
  close(): Promise<void>;
};

export type TestContext = AppContext & {
  readonly url: string;
  readonly ownerUrl: string;
  readonly asOwner: TestDatabase['asOwner'];
  /** Milliseconds or ISO text. */
  setBusinessTime(instant: number | string): void;
  setSecurityTime(instant: number | string): void;
  /** Moves both clocks. */
  advance(ms: number): void;
  close(): Promise<void>;
};

/** Cheap hashes: the real cost is tested separately and would take a fifth of the time here. */
const QUICK_HASH = { memoryKiB: 8, passes: 1 };

/** Start of every test by both clocks: a Friday afternoon in Melbourne, in daylight saving. */
export const TEST_START = '2026-11-20T02:00:00Z';

/**
 * Copies the files of the template. PostgreSQL's default of logging each page takes twice as long for such a small
 * database.
 */
const COPY = 'TEMPLATE wattle STRATEGY FILE_COPY';

/** A new database with every migration and no rows. */
export async function givenDatabase(): Promise<TestDatabase> {
  const { ownerUrl, appUrl } = inject('postgres');
  const name = `test_${randomBytes(6).toString('hex')}`;
  await runOn(onDatabase(ownerUrl, 'postgres'), `CREATE DATABASE ${name} ${COPY}`);
  const at = databaseAt(onDatabase(ownerUrl, name), onDatabase(appUrl, name));
  const owner = openOwner(at.ownerUrl);
  return {
    ...at,
    asOwner: owner.run,
    async close() {
      await owner.close();
      await at.close();
      await runOn(onDatabase(ownerUrl, 'postgres'), `DROP DATABASE ${name} WITH (FORCE)`);
      rmSync(filesOf(at.ownerUrl), { recursive: true, force: true });
    },
  };
}

/**
 * Folder for the files of a database's servers, shared by servers of one database only. The sandbox gateway stores its
 * notices there and would send those of another test.
 */
function filesOf(ownerUrl: string): string {
  const [, name = ''] = /@[^/]*\/([^?]*)/.exec(ownerUrl) ?? [];
  if (name === '') throw new Error('the address of a test’s database names it');
  return path.join(tmpdir(), `wattle-${name}`);
}

/** Existing database, which is not dropped. An option with a getter is read each time. */
export function databaseAt(ownerUrl: string, url: string, options: Partial<DatabaseOptions> = {}): TestDatabase {
  const database = openDatabase(
    Object.defineProperties({ connectionString: url, size: 8 }, Object.getOwnPropertyDescriptors(options)),
  );
  return { database, url, ownerUrl, asOwner: (sql, values) => runOn(ownerUrl, sql, values), close: database.close };
}

/** Writes the mode of a database, as the first migration by a server does. */
export async function givenMode({ asOwner }: Pick<TestDatabase, 'asOwner'>, mode: Mode): Promise<void> {
  await asOwner('INSERT INTO instance_identity (instance_id, mode) VALUES (gen_random_uuid(), $1)', [mode]);
}

/** An empty database without tables, for tests that create them. */
export async function givenEmptyDatabase(): Promise<Pick<TestDatabase, 'url' | 'ownerUrl' | 'asOwner' | 'close'>> {
  const { ownerUrl, appUrl } = inject('postgres');
  const name = `test_${randomBytes(6).toString('hex')}`;
  await runOn(onDatabase(ownerUrl, 'postgres'), `CREATE DATABASE ${name} TEMPLATE template0`);
  return {
    url: onDatabase(appUrl, name),
    ownerUrl: onDatabase(ownerUrl, name),
    asOwner: (sql, values) => runOn(onDatabase(ownerUrl, name), sql, values),
    close: async () => void (await runOn(onDatabase(ownerUrl, 'postgres'), `DROP DATABASE ${name} WITH (FORCE)`)),
  };
}

/** Application context with its own database, fixed keys, and clocks that only the test moves. */
export async function givenContext(
  settings: Readonly<Record<string, string>> = {},
  given?: TestDatabase,
): Promise<TestContext> {
  const { database, url, ownerUrl, asOwner, close } = given ?? (await givenDatabase());
  const now = { business: Date.parse(TEST_START), security: Date.parse(TEST_START) };
  const files = filesOf(ownerUrl);
  const config = readConfig({ WATTLE_LOG_LEVEL: 'silent', PORT: '0', ...settings }, (file) =>
    path.resolve(files, file),
  );
  const clocks = { business: { now: () => now.business }, security: { now: () => now.security } };
  const others = [...config.cluster.addresses.keys()];
  // The test sends notifications about the places of tenants.
  const broadcast =
    others.length === 0
      ? localBroadcast()
      : openBroadcast({ connectionString: url, channel: 'wattle_live', onError: () => {} });
  const live = openLiveHub({
    database,
    security: clocks.security,
    idleMs: config.session.idleMs,
    broadcast,
    onError: (error) => {
      throw error;
    },
  });
  const secrets = openSecrets(TEST_KEYS, openHashLimit(HASHING), QUICK_HASH);
  const places =
    others.length === 0
      ? undefined
      : await openPlaces({ database, others, listen: broadcast.listen, onGone: live.endStreamsOf, onError: () => {} });
  const instanceHold = await openInstanceHold(database, () => {});
  const programmes = openProgrammes(database);
  const processors = openConnections(database, processorAdapters);
  return {
    config,
    database,
    reserved: database,
    places,
    turns: openTurns(config.turns),
    live,
    clocks,
    sharedClock: { now: async () => now.security },
    secrets,
    payments: openPayments({
      config,
      programmes,
      database,
      live,
      clocks,
      secrets,
      blocksMoneyOut,
      keepsMoneyIn,
      paymentMethods,
      listeners,
    }),
    paymentMethods,
    cardViewParts,
    debitReturn,
    gatewayPurposes,
    listeners,
    topupsOnItsWay,
    log: openLog(config.logLevel),
    dueWork: openDueWork(clocks),
    instanceHold,
    outside: openOutside(config, clocks, openLog(config.logLevel), instanceHold.isHeld),
    programmes,
    processors,
    outboxWakeUp: openWakeUp(),
    url,
    ownerUrl,
    asOwner,
    setBusinessTime: (instant) => {
      now.business = new Date(instant).getTime();
    },
    setSecurityTime: (instant) => {
      now.security = new Date(instant).getTime();
    },
    advance: (ms) => {
      now.business += ms;
      now.security += ms;
    },
    async close() {
      await places?.stop();
      await live.stop();
      await broadcast.stop();
      await close();
    },
  };
}

function onDatabase(url: string, name: string): string {
  return url.replace(/@\/[^?]*/, `@/${name}`);
}

/**
 * Reused superuser sessions, because opening one takes ten times as long as most statements. Settings of a statement do
 * not reach the next.
 */
function openOwner(url: string): { readonly run: TestDatabase['asOwner']; close(): Promise<void> } {
  const open = () => {
    const fresh = new pg.Pool({ connectionString: url, max: 16 });
    // A test ended the session while it was idle: the next statement gets another.
    return fresh.on('error', () => {});
  };
  let pool = open();
  return {
    async run<Row extends pg.QueryResultRow>(sql: string, values: readonly unknown[] = []) {
      const client = await pool.connect();
      let isClean = false;
      try {
        const { rows } = await client.query<Row>(sql, [...values]);
        await client.query('DISCARD ALL');
        isClean = true;
        return rows;
      } finally {
        client.release(!isClean);
        if (CHANGES_NEW_SESSIONS.test(sql)) {
          const before = pool;
          pool = open();
          await before.end();
        }
      }
    },
    close: () => pool.end(),
  };
}

const CHANGES_NEW_SESSIONS = /\bALTER (DATABASE|ROLE)\b/;

async function runOn<Row extends pg.QueryResultRow>(
  url: string,
  sql: string,
  values: readonly unknown[] = [],
): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Row>(sql, [...values])).rows;
  } finally {
    await client.end();
  }
}
