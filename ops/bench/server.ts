import { openProgrammes } from '../../server/src/features/programme/public.ts';
import { openConnections } from '../../server/src/features/processors/public.ts';
import { processorAdapters } from '../../server/src/compose/processor-adapters.ts';
import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { paymentMethods } from '../../server/src/compose/payment-methods.ts';
import { blocksMoneyOut, keepsMoneyIn } from '../../server/src/compose/blocks-money-out.ts';
import { cardViewParts } from '../../server/src/compose/card-view-parts.ts';
import { gatewayPurposes } from '../../server/src/compose/gateway-purposes.ts';
import { listeners } from '../../server/src/compose/listeners.ts';
import { debitReturn } from '../../server/src/features/topup/public.ts';
import { topupsOnItsWay } from '../../server/src/compose/topups-on-their-way.ts';
import { readConfig } from '../../server/src/config/config.ts';
import type { AppContext } from '../../server/src/compose/context.ts';
import { openLiveHub } from '../../server/src/features/live-updates/public.ts';
import { openPayments } from '../../server/src/features/payments/public.ts';
import { openOutside } from '../../server/src/outside/outside.ts';
import { openWakeUp } from '../../server/src/platform/wake-up.ts';
import { realClock } from '../../server/src/platform/time/clock.ts';
import { databaseClock } from '../../server/src/platform/database/database-clock.ts';
import { openDatabase } from '../../server/src/platform/database/database.ts';
import { openDueWork } from '../../server/src/platform/due-work/due-work.ts';
import { readInstance } from '../../server/src/platform/instance.ts';
import { loadKeys } from '../../server/src/platform/secrets/keys.ts';
import { openLog } from '../../server/src/platform/log.ts';
import { openSecrets } from '../../server/src/platform/secrets/secret-store.ts';
import { openTurns } from '../../server/src/platform/one-at-a-time.ts';
import { localBroadcast } from '../../server/test-support/outside/broadcast.ts';
import type { BenchDatabase } from './postgres.ts';

const MAIN = path.join(import.meta.dirname, '../../server/src/start/main.ts');
const START_LIMIT_MS = 60_000;

/** Keys of one run, generated like in production. */
const KEYS = Object.fromEntries(
  (['PAN', 'PAN_INDEX', 'PEPPER', 'TOKEN', 'CVV', 'PIN', 'NETWORK', 'SEAL'] as const).map((name) => [
    `WATTLE_KEY_${name}`,
    randomBytes(name === 'CVV' || name === 'PIN' ? 16 : 32).toString('hex'),
  ]),
);

function settingsOf(database: BenchDatabase, dataFolder: string): Record<string, string> {
  return {
    ...KEYS,
    WATTLE_MODE: 'production',
    WATTLE_LOG_LEVEL: 'info',
    // All callers share the address of this machine.
    WATTLE_SIGN_IN_RATE: '1000000',
    WATTLE_DATA: dataFolder,
    DATABASE_URL: database.appUrl,
    HOST: '127.0.0.1',
    PORT: '0',
  };
}

/** Context of the server's parts in this process, to create rows, sign tokens and record queries. */
export function openContext(database: BenchDatabase): AppContext & { close(): Promise<void> } {
  const settings = settingsOf(database, tmpdir());
  const config = readConfig(settings, (file) => path.resolve(file));
  const pool = openDatabase({ connectionString: database.appUrl });
  const clocks = { business: realClock, security: realClock };
  const live = openLiveHub({
    database: pool,
    security: realClock,
    idleMs: config.session.idleMs,
    // Rows created before a run notify no stream.
    broadcast: localBroadcast(),
    onError: () => {},
  });
  const secrets = openSecrets(loadKeys(config, settings));
  const programmes = openProgrammes(pool);
  return {
    config,
    live,
    database: pool,
    reserved: pool,
    turns: openTurns(config.turns),
    clocks,
    secrets,
    programmes,
    processors: openConnections(pool, processorAdapters),
    payments: openPayments({
      config,
      programmes,
      live,
      database: pool,
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
    log: openLog('silent'),
    sharedClock: databaseClock,
    dueWork: openDueWork(clocks),
    instanceHold: { isHeld: () => false, refresh: async () => {} },
    outside: openOutside(config, clocks, openLog('silent')),
    outboxWakeUp: openWakeUp(),
    async close() {
      await live.stop();
      await pool.close();
    },
  };
}

export type BenchServer = { readonly baseUrl: string; stop(): Promise<void> };

/** The server in production mode as a separate process, with the flags of this one. */
export async function startServer(database: BenchDatabase): Promise<BenchServer> {
  const dataFolder = mkdtempSync(path.join(tmpdir(), 'wattle-bench-server-'));
  const { PATH, HOME } = process.env;
  const child = spawn(process.execPath, [...process.execArgv, MAIN], {
    env: { PATH, HOME, ...settingsOf(database, dataFolder) },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const until = Date.now() + START_LIMIT_MS;
  for (;;) {
    const instance = readInstance(dataFolder);
    if (instance) return { baseUrl: instance.baseUrl, stop: () => stopped(child, dataFolder) };
    if (child.exitCode !== null || Date.now() > until) {
      await stopped(child, dataFolder);
      throw new Error('the server did not start');
    }
    await pause(50);
  }
}

async function stopped(child: ChildProcess, dataFolder: string): Promise<void> {
  if (child.exitCode === null) {
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGTERM');
    await ended;
  }
  rmSync(dataFolder, { recursive: true, force: true });
}
