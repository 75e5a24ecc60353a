import { createServer } from 'node:net';
import path from 'node:path';
import { mkdirSync } from 'node:fs';
import type { AppConfig } from './config.ts';
import { ConfigError } from './config.ts';
import type { AppContext } from './context.ts';
import { openLiveHub } from './features/live/public.ts';
import { tidyAccess } from './features/access/public.ts';
import { startDeliverer } from './features/messages/public.ts';
import { expireHolds } from './features/network/public.ts';
import { buildApp } from './http/app.ts';
import { tidyAnswers } from './http/tidy-answers.ts';
import { openTransports } from './outside/transports.ts';
import { ACCOUNT_CHAIN } from './ledger/account-chain.ts';
import { LEDGER_CHAIN } from './ledger/ledger-chain.ts';
import { checkAppRole } from './platform/app-role.ts';
import { AUDIT_CHAIN } from './platform/audit-chain.ts';
import { openBell } from './platform/bell.ts';
import { openBroadcast } from './platform/broadcast.ts';
import { startBusinessClock } from './platform/business-clock.ts';
import { realClock } from './platform/clock.ts';
import { openDatabaseSource } from './platform/database-source.ts';
import type { DatabaseSource } from './platform/database-source.ts';
import { openDatabase } from './platform/database.ts';
import { readInstance, removeInstance, writeInstance } from './platform/instance.ts';
import type { Keys } from './platform/keys.ts';
import { openLog } from './platform/log.ts';
import { checkMigrated, migrate } from './platform/migrate.ts';
import { refuseHalfRestored } from './platform/restore.ts';
import { extendChain } from './platform/seal.ts';
import { openSecrets } from './platform/secret-store.ts';
import { startTicker } from './platform/ticker.ts';

/** Requests under way get this long once the server stops accepting new ones. */
const DRAIN_MS = 10_000;
const SEAL_EVERY_MS = 5_000;
const EXPIRE_HOLDS_EVERY_MS = 5_000;
const TIDY_EVERY_MS = 10 * 60_000;

export type StartOptions = {
  readonly config: AppConfig;
  readonly keys: Keys;
  readonly report: (what: string) => void;
  /** Where a person watches the terminal, the log goes into a file. */
  readonly logFile?: string | undefined;
  /** Aborted when the person gives up while the server is still starting. */
  readonly signal: AbortSignal;
};

export type RunningServer = {
  readonly baseUrl: string;
  /** Stops accepting, lets requests end, closes everything that was opened, in reverse. */
  stop(): Promise<void>;
};

/** Starts everything in order. What was started is stopped again when a later step fails. */
export async function start(
  options: StartOptions,
  onDatabase: (source: DatabaseSource) => void,
): Promise<RunningServer> {
  const { config, report, signal } = options;
  const opened = new AsyncDisposableStack();
  try {
    await refusePortInUse(config);
    mkdirSync(config.dataFolder, { recursive: true, mode: 0o711 });
    const source = await openDatabaseSource(config, report);
    opened.defer(() => source.stop());
    onDatabase(source);
    signal.throwIfAborted();
    await prepareSchema(source, report);
    signal.throwIfAborted();
    const ctx = await openContext(options, source, opened);
    await seedIfEmpty(ctx, report);
    signal.throwIfAborted();
    const transports = openTransports(config, ctx.clocks, ctx.log);
    const deliverer = startDeliverer(ctx, transports, (error) =>
      ctx.log.error({ err: error }, 'messages were not sent'),
    );
    opened.defer(() => deliverer.stop());
    const expirer = startTicker(
      EXPIRE_HOLDS_EVERY_MS,
      () => expireHolds(ctx),
      (error) => ctx.log.error({ err: error }, 'holds were not let go'),
    );
    opened.defer(() => expirer.stop());
    const tidier = startTicker(
      TIDY_EVERY_MS,
      async () => {
        await tidyAccess(ctx);
        await tidyAnswers(ctx);
      },
      (error) => ctx.log.error({ err: error }, 'what has ended was not deleted'),
    );
    opened.defer(() => tidier.stop());
    report('Opening the door');
    const baseUrl = await listen(ctx, opened);
    writeInstance(config.dataFolder, { baseUrl, ownerUrl: source.ownerUrl, appUrl: source.appUrl, pid: process.pid });
    opened.defer(() => removeInstance(config.dataFolder));
    return { baseUrl, stop: () => opened.disposeAsync() };
  } catch (error) {
    await opened.disposeAsync();
    throw error;
  }
}

async function prepareSchema(source: DatabaseSource, report: (what: string) => void): Promise<void> {
  await refuseHalfRestored(source.ownerUrl ?? source.appUrl);
  if (source.ownerUrl === undefined) await checkMigrated(source.appUrl);
  else await migrate(source.ownerUrl, { report, ...(source.appLogin ? { appLogin: source.appLogin } : {}) });
  await checkAppRole(source.appUrl);
}

async function openContext(
  { config, keys, logFile }: StartOptions,
  source: DatabaseSource,
  opened: AsyncDisposableStack,
): Promise<AppContext> {
  const log = openLog(config.logLevel, logFile);
  const secrets = openSecrets(keys);
  const onError = (what: string) => (error: unknown) => log.error({ err: error }, what);
  let isClosing = false;
  const database = openDatabase({
    connectionString: source.appUrl,
    onError: (error) => {
      // PostgreSQL cuts what a closing pool has not let go of yet; that is no fault.
      if (!isClosing) onError('a database connection broke')(error);
    },
  });
  opened.defer(async () => {
    isClosing = true;
    await database.close();
  });
  const business = await startBusinessClock(database, onError('the business clock was not read'));
  opened.defer(() => business.stop());
  const sealing = { database, secrets, security: realClock };
  const seal = async () => {
    await extendChain(sealing, ACCOUNT_CHAIN).catch(onError('the accounts were not sealed'));
    await extendChain(sealing, LEDGER_CHAIN).catch(onError('the ledger was not sealed'));
    await extendChain(sealing, AUDIT_CHAIN).catch(onError('the audit log was not sealed'));
  };
  const sealer = startTicker(SEAL_EVERY_MS, seal, onError('nothing was sealed'));
  // The requests have ended by then: what they recorded is sealed before the server goes.
  opened.defer(async () => {
    await sealer.stop();
    await seal();
  });
  const broadcast = openBroadcast({
    connectionString: source.appUrl,
    channel: 'wattle_live',
    onError: onError('other servers are not heard'),
  });
  opened.defer(() => broadcast.stop());
  const live = openLiveHub({
    database,
    security: realClock,
    idleMs: config.session.idleMs,
    broadcast,
    onError: onError('live streams were not looked after'),
  });
  opened.defer(() => live.stop());
  return {
    config,
    database,
    live,
    log,
    secrets,
    clocks: { business, security: realClock },
    outboxBell: openBell(),
  };
}

/** Only the sandbox has the demo; a database with a tenant in it is somebody's. */
async function seedIfEmpty(ctx: AppContext, report: (what: string) => void): Promise<void> {
  if (ctx.config.mode !== 'sandbox') return;
  // Loaded only here: production has no use for it.
  const { seedDemo } = await import('./demo/seed.ts');
  report('Looking after the demo programme');
  await seedDemo(ctx);
}

async function listen(ctx: AppContext, opened: AsyncDisposableStack): Promise<string> {
  const { host, port } = ctx.config;
  const app = await buildApp(ctx);
  opened.defer(async () => {
    const late = setTimeout(() => app.server.closeAllConnections(), DRAIN_MS);
    await app.close();
    clearTimeout(late);
  });
  await app.listen({ host, port });
  const address = app.server.address();
  const actual = address && typeof address === 'object' ? address.port : port;
  return `http://${host.includes(':') ? `[${host}]` : host}:${actual}`;
}

/** Found before minutes of work, not after them. */
async function refusePortInUse({ host, port, dataFolder }: AppConfig): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    const probe = createServer();
    probe.once('error', (error: NodeJS.ErrnoException) => reject(portFault(error, { host, port, dataFolder })));
    probe.listen({ host, port }, () => probe.close(() => resolve()));
  });
}

function portFault(
  error: NodeJS.ErrnoException,
  { host, port, dataFolder }: Pick<AppConfig, 'host' | 'port' | 'dataFolder'>,
): Error {
  if (error.code === 'EADDRINUSE') {
    const running = readInstance(dataFolder);
    if (running?.baseUrl.endsWith(`:${port}`)) {
      return new ConfigError(`Wattle is already running: ${running.baseUrl}, process ${running.pid}.`);
    }
    return new ConfigError(`Port ${port} is in use. Stop what uses it, or choose another: PORT=${port + 1} npm start`);
  }
  if (error.code === 'EACCES')
    return new ConfigError(`Port ${port} may not be used by this user. Choose one above 1023.`);
  if (error.code === 'EADDRNOTAVAIL') return new ConfigError(`HOST ${host} is no address of this machine.`);
  return error;
}

/** The folder's log for a terminal that a person watches. */
export function logFileFor(config: AppConfig, isTerminal: boolean): string | undefined {
  return config.mode === 'sandbox' && isTerminal ? path.join(config.dataFolder, 'wattle.log') : undefined;
}
