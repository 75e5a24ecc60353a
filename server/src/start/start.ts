import { createServer } from 'node:net';
import path from 'node:path';
import { rulesOf } from '../config/mode.ts';
import { paymentMethods } from '../compose/payment-methods.ts';
import { blocksMoneyOut, keepsMoneyIn } from '../compose/blocks-money-out.ts';
import { cardViewParts } from '../compose/card-view-parts.ts';
import type { AppConfig } from '../config/config.ts';
import { ConfigError } from '../config/config.ts';
import type { AppContext } from '../compose/context.ts';
import { dueJobs } from '../compose/due-jobs.ts';
import { gatewayPurposes } from '../compose/gateway-purposes.ts';
import { listeners } from '../compose/listeners.ts';
import { debitReturn } from '../features/topup/public.ts';
import { openLiveHub } from '../features/live-updates/public.ts';
import { refuseUnknownDefault } from '../features/brands/public.ts';
import { openPayments } from '../features/payments/public.ts';
import { buildApp } from '../http/app.ts';
import { leaveConnections } from '../http/leave-connections.ts';
import { checkConnections, openConnections } from '../features/processors/public.ts';
import { processorAdapters } from '../compose/processor-adapters.ts';
import { openProgrammes } from '../features/programme/public.ts';
import { reportOrders } from '../outside/card-maker/left-orders.ts';
import { openOutside } from '../outside/outside.ts';
import { ACCOUNT_CHAIN } from '../ledger/account-chain.ts';
import { LEDGER_CHAIN } from '../ledger/ledger-chain.ts';
import { loadSampleDirectories } from './load-directories.ts';
import { checkAppRole, checkAppRoleBefore } from '../platform/database/app-role.ts';
import { AUDIT_CHAIN } from '../platform/sealed-log/audit-chain.ts';
import { loadFirstHolidays } from '../platform/time/banking-days/holidays.ts';
import { openWakeUp } from '../platform/wake-up.ts';
import { openBroadcast } from '../platform/database/broadcast.ts';
import { startBusinessClock } from '../platform/time/business-clock.ts';
import { dayAt, realClock } from '../platform/time/clock.ts';
import { databaseClock } from '../platform/database/database-clock.ts';
import { openDatabaseSource } from '../postgres/database-source.ts';
import type { DatabaseSource } from '../postgres/database-source.ts';
import { makeOwnFolder } from '../platform/folder.ts';
import { openDatabase } from '../platform/database/database.ts';
import { openDueWork } from '../platform/due-work/due-work.ts';
import { startRunner } from '../platform/due-work/runner.ts';
import { openHashLimit } from '../platform/secrets/hash-limit.ts';
import { openInstanceHold } from '../platform/backup/instance-hold.ts';
import { holdToIdentity } from '../platform/instance-identity.ts';
import { readInstance, removeInstance, writeInstance } from '../platform/instance.ts';
import type { Keys } from '../platform/secrets/keys.ts';
import { openLog } from '../platform/log.ts';
import { checkMigrated, migrate } from '../platform/database/migrate.ts';
import { openPlaces } from '../platform/tenant-places.ts';
import { openReplica, withStandby } from '../platform/database/replica.ts';
import { refuseHalfRestored } from '../platform/backup/restore.ts';
import { extendChain } from '../platform/sealed-log/seal.ts';
import { topupsOnItsWay } from '../compose/topups-on-their-way.ts';
import { openSecrets } from '../platform/secrets/secret-store.ts';
import { openTurns } from '../platform/one-at-a-time.ts';

/** Time limit for running requests after the server stops accepting new ones. */
const DRAIN_MS = 10_000;
/** Purchases go in batches, each on one connection; the others are for clearings, refunds and `/readyz`. */
const RESERVED_CONNECTIONS = 6;

export type StartOptions = {
  readonly config: AppConfig;
  readonly keys: Keys;
  readonly report: (what: string) => void;
  /** Log file, used when a person watches the terminal. */
  readonly logFile?: string | undefined;
  /** Aborted when the person gives up while the server is still starting. */
  readonly signal: AbortSignal;
};

export type RunningServer = {
  readonly baseUrl: string;
  /** Stops accepting, lets requests end, closes everything that was opened, in reverse. */
  stop(): Promise<void>;
};

/** Starts everything in order. If a step fails, the earlier ones are stopped again. */
export async function start(
  options: StartOptions,
  onDatabase: (source: DatabaseSource) => void,
): Promise<RunningServer> {
  const { config, report, signal } = options;
  const opened = new AsyncDisposableStack();
  try {
    await refusePortInUse(config);
    makeOwnFolder(config.dataFolder);
    const source = await openDatabaseSource(config, report);
    opened.defer(() => source.stop());
    onDatabase(source);
    signal.throwIfAborted();
    await prepareSchema(config, source, report);
    signal.throwIfAborted();
    const ctx = await openContext(options, source, opened);
    await holdToIdentity(ctx.database, config.mode, options.keys);
    await loadFirstHolidays(ctx.database);
    if (rulesOf(config.mode).hasDemo) await loadSampleDirectories(ctx.database, dayAt(ctx.clocks.business.now()));
    await seedIfEmpty(ctx, report);
    await checkBrands(ctx);
    signal.throwIfAborted();
    const runner = startRunner(ctx, dueJobs(ctx.outside));
    opened.defer(() => runner.stop());
    report('Opening the port');
    const baseUrl = await listen(ctx, opened);
    // The owner URL of an external database is not written to disk, so that it is kept in one place only.
    const ownerUrl = config.databaseUrl === undefined ? source.ownerUrl : undefined;
    writeInstance(config.dataFolder, { baseUrl, ownerUrl, appUrl: source.appUrl, pid: process.pid });
    opened.defer(() => removeInstance(config.dataFolder));
    return { baseUrl, stop: () => opened.disposeAsync() };
  } catch (error) {
    await opened.disposeAsync();
    throw error;
  }
}

async function prepareSchema(
  { databaseUrl, mode }: AppConfig,
  source: DatabaseSource,
  report: (what: string) => void,
): Promise<void> {
  // Before anything is changed for a role that would be refused.
  if (databaseUrl !== undefined) await checkAppRoleBefore(source.appUrl);
  await refuseHalfRestored(source.ownerUrl ?? source.appUrl);
  if (source.ownerUrl === undefined) await checkMigrated(source.appUrl);
  else await migrate(source.ownerUrl, { mode, report, ...(source.appLogin ? { appLogin: source.appLogin } : {}) });
  await checkAppRole(source.appUrl);
}

async function openContext(
  { config, keys, logFile }: StartOptions,
  source: DatabaseSource,
  opened: AsyncDisposableStack,
): Promise<AppContext> {
  const log = openLog(config.logLevel, logFile, config.tracing !== undefined);
  if (config.tracing) {
    // Loaded only here: most instances have no collector.
    const { openTracing } = await import('../platform/tracing/open-tracing.ts');
    const tracing = openTracing(config.tracing, log);
    opened.defer(() => tracing.close());
  }
  const secrets = openSecrets(keys, openHashLimit(config.hashing));
  const onError = (what: string) => (error: unknown) => log.error({ err: error }, what);
  let isClosing = false;
  const options = {
    connectionString: source.appUrl,
    onError: (error: Error) => {
      // PostgreSQL terminates connections of a closing pool; that is not an error.
      if (!isClosing) onError('a database connection broke')(error);
    },
  };
  const { replicaUrl } = config.cluster;
  const standby = replicaUrl === undefined ? undefined : openDatabase({ ...options, connectionString: replicaUrl });
  const replica = standby && openReplica(standby);
  const database = withStandby(openDatabase(options), replica);
  const reserved = openDatabase({ ...options, size: RESERVED_CONNECTIONS });
  opened.defer(async () => {
    isClosing = true;
    await Promise.all([database.close(), reserved.close(), standby?.close()]);
  });
  const business = await startBusinessClock(database, onError('the business clock was not read'));
  opened.defer(() => business.stop());
  const sealing = { database, secrets, security: realClock };
  const seal = async () => {
    await extendChain(sealing, ACCOUNT_CHAIN).catch(onError('the accounts were not sealed'));
    await extendChain(sealing, LEDGER_CHAIN).catch(onError('the ledger was not sealed'));
    await extendChain(sealing, AUDIT_CHAIN).catch(onError('the audit log was not sealed'));
  };
  // Runs after the requests and the runner have ended, so that their rows are sealed before exit.
  opened.defer(seal);
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
  const clocks = { business, security: realClock };
  const places =
    config.cluster.addresses.size === 0
      ? undefined
      : await openPlaces({
          database,
          others: [...config.cluster.addresses.keys()],
          listen: broadcast.listen,
          onGone: live.endStreamsOf,
          onError: onError('where tenants are was not read'),
        });
  opened.defer(async () => places?.stop());
  const instanceHold = await openInstanceHold(database, onError('whether the instance is held was not read'));
  opened.defer(() => instanceHold.stop());
  if (instanceHold.isHeld())
    log.warn('this instance was restored and is held: nothing leaves it until the desk releases it');
  const outside = openOutside(config, clocks, log, instanceHold.isHeld);
  opened.defer(async () => outside.close());
  reportOrders(config, log);
  const programmes = openProgrammes(database);
  await programmes.refresh();
  const processors = openConnections(database, processorAdapters);
  await processors.refresh();
  checkConnections(config, processors);
  return {
    config,
    database,
    reserved,
    replica,
    places,
    turns: openTurns(config.turns),
    live,
    instanceHold,
    outside,
    programmes,
    processors,
    log,
    secrets,
    clocks,
    sharedClock: databaseClock,
    dueWork: openDueWork(clocks),
    outboxWakeUp: openWakeUp(),
    payments: openPayments({
      config,
      programmes,
      database,
      live,
      secrets,
      clocks,
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
  };
}

/** Only an empty sandbox gets the demo; a database with a tenant is in use. */
async function seedIfEmpty(ctx: AppContext, report: (what: string) => void): Promise<void> {
  if (!rulesOf(ctx.config.mode).hasDemo) return;
  // Loaded only here: production has no use for it.
  const { seedDemo } = await import('../demo/seed.ts');
  report('Looking after the demo programme');
  await seedDemo(ctx);
}

/** Refuses a default brand that does not exist, on the first start too. */
async function checkBrands(ctx: AppContext): Promise<void> {
  const count = await refuseUnknownDefault(ctx.database, ctx.config.defaultBrand);
  if (count === 0) ctx.log.warn({}, 'there is no brand yet: import one with npm run brands -- import');
}

async function listen(ctx: AppContext, opened: AsyncDisposableStack): Promise<string> {
  const { host, port } = ctx.config;
  const app = await buildApp(ctx);
  opened.defer(async () => {
    const left = rulesOf(ctx.config.mode).isService ? await leaveConnections(app.server) : undefined;
    const late = setTimeout(() => app.server.closeAllConnections(), DRAIN_MS);
    await app.close();
    await left?.ended;
    clearTimeout(late);
  });
  await app.listen({ host, port });
  const address = app.server.address();
  const actual = address && typeof address === 'object' ? address.port : port;
  return `http://${host.includes(':') ? `[${host}]` : host}:${actual}`;
}

/** Checked first, because the steps before listening may take minutes. */
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
  return !rulesOf(config.mode).isService && isTerminal ? path.join(config.dataFolder, 'wattle.log') : undefined;
}
