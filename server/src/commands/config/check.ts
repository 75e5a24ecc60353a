import { existsSync } from 'node:fs';
import path from 'node:path';
import { demandsTls, rulesOf } from '../../config/mode.ts';
import { type AppConfig, readConfig } from '../../config/config.ts';
import { ConfigError } from '../../config/config-error.ts';
import { listBrands } from '../../features/brands/public.ts';
import { openCalledAddresses } from '../../outside/called-addresses.ts';
import { openOutside, type Outside } from '../../outside/outside.ts';
import { openInstanceHold } from '../../platform/backup/instance-hold.ts';
import { openDatabase } from '../../platform/database/database.ts';
import { checkIdentity } from '../../platform/instance-identity.ts';
import { openLog } from '../../platform/log.ts';
import { type Keys, loadKeys } from '../../platform/secrets/keys.ts';
import { realClock } from '../../platform/time/clock.ts';
import { attachDatabase } from '../../postgres/attach-database.ts';
import { checkFiles, checkPeers, peersOf } from './check-certificates.ts';
import { checkCollector } from './check-collector.ts';
import { checkDatabase } from './check-database.ts';
import { checkClock, checkFolder } from './check-machine.ts';
import { checkBrands, checkOwnSystems } from './check-programmes.ts';
import { checkSystems, isTried, systemsOf } from './check-systems.ts';
import { failed, faultLines, type Finding, findingsOf, look, passed } from './finding.ts';

/** How long one system is waited for. All are tried at the same time. */
const LIMIT_MS = 15_000;

export type CheckOptions = {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly resolve: (file: string) => string;
  /** Milliseconds for each try; for tests. */
  readonly limitMs?: number;
};

/** Reads every setting as a start does, then tries what they name. Nothing is changed, sent or paid. */
export async function checkAll({ env, resolve, limitMs = LIMIT_MS }: CheckOptions): Promise<readonly Finding[]> {
  const read = readAll(env, resolve);
  const { config, keys } = read;
  if (!config) return read.findings;
  const outside = openOutside(config, { business: realClock, security: realClock }, openLog('silent'));
  try {
    const parts = await Promise.all([
      findingsOf('Data folder', () => checkFolder(config.dataFolder)),
      findingsOf('Database', () => ofDatabase(config, keys, outside, limitMs)),
      findingsOf('Other systems', () => checkSystems({ config, outside }, limitMs)),
      // Our collector may be in any network, as the database.
      findingsOf('Traces', () => checkCollector(config, ANYWHERE, limitMs)),
      findingsOf('Certificates', () => ofCertificates(config, env, outside, limitMs)),
    ]);
    return [...read.findings, ...parts.flat()];
  } finally {
    outside.close();
  }
}

type Read = { readonly config?: AppConfig; readonly keys?: Keys; readonly findings: readonly Finding[] };

function readAll(env: CheckOptions['env'], resolve: CheckOptions['resolve']): Read {
  try {
    const config = readConfig(env, resolve);
    const settings = passed('Settings', `each that is set is known and right; the mode is ${config.mode}`);
    // The first start of a sandbox makes its keys.
    if (rulesOf(config.mode).makesKeysAndDatabase && !existsSync(path.join(config.dataFolder, 'keys.json')))
      return { config, findings: [settings, passed('Keys', 'the first start makes them')] };
    try {
      const keys = loadKeys(config, env);
      return { config, keys, findings: [settings, passed('Keys', 'all are there')] };
    } catch (error) {
      return { config, findings: [settings, ...keyFaults(error)] };
    }
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return { findings: error.message.split('\n').map((line) => failed('Settings', line)) };
  }
}

/** One line for each key: their reader lists names under the reason that they share. */
function keyFaults(error: unknown): Finding[] {
  const [reason = '', ...lines] = faultLines(error);
  const named = lines.filter((line) => line.startsWith('  ')).map((line) => line.trim());
  if (named.length === 0) return [failed('Keys', reason)];
  const why = reason.replace(/:$/, '');
  return named.map((line) => failed('Keys', line.includes(': ') ? line : `${line}: ${why}`));
}

async function ofDatabase(
  config: AppConfig,
  keys: Keys | undefined,
  outside: Outside,
  limitMs: number,
): Promise<readonly Finding[]> {
  if (config.databaseUrl === undefined) {
    if (!rulesOf(config.mode).makesKeysAndDatabase) return [failed('Database', 'DATABASE_URL: is missing')];
    if (!existsSync(path.join(config.dataFolder, 'postgres')))
      return [passed('Database', 'the embedded one is made at the first start')];
  }
  const opened = new AsyncDisposableStack();
  try {
    const source = await attachDatabase(config, () => {}).catch((error: unknown) =>
      faultLines(error).map((line) => failed('Database', config.databaseUrl ? `DATABASE_URL: ${line}` : line)),
    );
    if (!('appUrl' in source)) return source;
    opened.defer(() => source.stop());
    const { findings, isReady } = await checkDatabase(source, config, realClock, limitMs);
    if (!isReady) return findings;
    const database = openDatabase({ connectionString: source.appUrl, size: 2, onError: () => {} });
    opened.defer(() => database.close());
    const known = { config, database, outside };
    const brands = await listBrands(database);
    const sites = brands.map(({ settings }) => settings.BrandUrl);
    const parts = await Promise.all([
      findingsOf('Database', () => ofInstance(known, keys)),
      findingsOf('Brands', () => checkBrands(known, brands)),
      findingsOf('Programmes', () => checkOwnSystems(known, brands, limitMs)),
      demandsTls(config.mode)
        ? findingsOf('Certificates', () => checkPeers(peersOf(sites, true), ANYWHERE, realClock, limitMs))
        : [],
    ]);
    return [...findings, ...parts.flat()];
  } finally {
    await opened.disposeAsync();
  }
}

type Known = Parameters<typeof checkBrands>[0];

async function ofInstance({ config, database }: Known, keys: Keys | undefined): Promise<readonly Finding[]> {
  if (keys) await checkIdentity(database, config.mode, keys);
  const hold = await openInstanceHold(database, () => {});
  try {
    return [
      ...(keys ? [passed('Database', 'mode and keys are those that it was used with')] : []),
      ...(hold.isHeld()
        ? [look('Database', 'it was restored and is held: nothing leaves until the desk releases it (docs/backup.md)')]
        : []),
    ];
  } finally {
    await hold.stop();
  }
}

/** Names of our own may lead into any network. */
const ANYWHERE = openCalledAddresses(['0.0.0.0/0', '::/0']);

async function ofCertificates(
  config: AppConfig,
  env: CheckOptions['env'],
  outside: Outside,
  limitMs: number,
): Promise<readonly Finding[]> {
  const addresses = openCalledAddresses(config.outside.networks.own);
  const urls = systemsOf({ config, outside }).flatMap((one) => (isTried(one) ? (one.url ?? []) : []));
  const ours = [...config.origins, ...(config.desk.host === undefined ? [] : [`https://${config.desk.host}`])];
  const parts = await Promise.all([
    checkPeers(peersOf(urls, false), addresses, realClock, limitMs),
    checkPeers(peersOf([config.tracing?.url], false), ANYWHERE, realClock, limitMs),
    checkPeers(peersOf(ours, true), ANYWHERE, realClock, limitMs),
    checkFiles(certificateFiles(config, env), realClock),
    checkClock(
      urls.filter((url) => /^https?:/.test(url)),
      addresses,
      realClock,
      limitMs,
    ),
  ]);
  return parts.flat();
}

/** Files of certificates by the setting that names them. */
function certificateFiles(config: AppConfig, env: CheckOptions['env']): ReadonlyMap<string, string> {
  const files = new Map<string, string>();
  const issuers = env['NODE_EXTRA_CA_CERTS'];
  if (issuers) files.set(issuers, 'NODE_EXTRA_CA_CERTS');
  const databases = {
    DATABASE_URL: config.databaseUrl,
    DATABASE_OWNER_URL: config.databaseOwnerUrl,
    DATABASE_REPLICA_URL: config.cluster.replicaUrl,
  };
  for (const [name, url] of Object.entries(databases)) {
    const query = URL.parse(url ?? '')?.searchParams;
    for (const part of ['sslrootcert', 'sslcert']) {
      const file = query?.get(part);
      if (file && file !== 'system') files.set(file, `${part} of ${name}`);
    }
  }
  return files;
}
