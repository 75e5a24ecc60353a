import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import { rulesOf } from '../config/mode.ts';
import type { AppConfig } from '../config/config.ts';
import { ConfigError } from '../config/config.ts';
import { startEmbeddedPostgres } from './embedded-postgres.ts';
import type { AppLogin } from './embedded-postgres.ts';
import { claimDatabase, readInstance } from '../platform/instance.ts';

/** Connection details of the server's PostgreSQL, and how to stop it. */
export type DatabaseSource = {
  /** May change the schema. Undefined if migrations are run elsewhere. */
  readonly ownerUrl: string | undefined;
  readonly appUrl: string;
  /** The application's login, if Wattle creates it. */
  readonly appLogin: AppLogin | undefined;
  /** Stops the database if it was started here. */
  stop(): Promise<void>;
  /** The same without waiting. */
  abandon(): void;
};

type Settings = Pick<AppConfig, 'mode' | 'dataFolder' | 'databaseUrl' | 'databaseOwnerUrl'>;

/** Opens the embedded database of the data folder, or the configured one. */
export async function openDatabaseSource(config: Settings, report: (what: string) => void): Promise<DatabaseSource> {
  if (config.databaseUrl === undefined) return embedded(config.dataFolder, report);
  report('Using the database of DATABASE_URL');
  const given = { stop: async () => {}, abandon: () => {} };
  if (config.databaseOwnerUrl !== undefined) {
    const appLogin = loginOf(config.databaseUrl);
    return { ownerUrl: config.databaseOwnerUrl, appUrl: config.databaseUrl, appLogin, ...given };
  }
  if (!rulesOf(config.mode).makesKeysAndDatabase || !(await mayCreateRoles(config.databaseUrl))) {
    return { ownerUrl: undefined, appUrl: config.databaseUrl, appLogin: undefined, ...given };
  }
  // In the sandbox one URL is enough: the owner's. The application gets its own login.
  const appLogin = sandboxLogin(config.dataFolder, config.databaseUrl);
  const appUrl = withLogin(config.databaseUrl, appLogin);
  return { ownerUrl: config.databaseUrl, appUrl, appLogin, ...given };
}

async function embedded(dataFolder: string, report: (what: string) => void): Promise<DatabaseSource> {
  const postgres = await startEmbeddedPostgres({ folder: path.join(dataFolder, 'postgres'), report });
  const release = await claimDatabase(postgres.ownerUrl);
  if (!release) {
    const other = readInstance(dataFolder);
    throw new ConfigError(
      `Wattle is already running on ${dataFolder}${other ? `: ${other.baseUrl}, process ${other.pid}` : ''}.`,
    );
  }
  return {
    ownerUrl: postgres.ownerUrl,
    appUrl: postgres.appUrl,
    appLogin: postgres.appLogin,
    async stop() {
      await release().catch(() => {});
      await postgres.stop();
    },
    abandon: () => postgres.abandon(),
  };
}

async function mayCreateRoles(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 });
  await client.connect();
  try {
    const { rows } = await client.query<{ may: boolean }>(
      'SELECT rolsuper OR rolcreaterole AS may FROM pg_roles WHERE rolname = current_user',
    );
    return rows[0]?.may ?? false;
  } finally {
    await client.end();
  }
}

function loginOf(url: string): AppLogin | undefined {
  const match = USER_INFO.exec(url);
  if (!match?.[2] || !match[3]) return undefined;
  return { name: decodeURIComponent(match[2]), password: decodeURIComponent(match[3]) };
}

const USER_INFO = /^(postgres(?:ql)?:\/\/)(?:([^:@/]*)(?::([^@/]*))?@)?/;

function withLogin(url: string, login: AppLogin): string {
  return url.replace(USER_INFO, (_all, scheme: string) => `${scheme}${login.name}:${login.password}@`);
}

function sandboxLogin(dataFolder: string, url: string): AppLogin {
  const file = path.join(dataFolder, 'app-login.json');
  mkdirSync(dataFolder, { recursive: true, mode: 0o711 });
  if (!existsSync(file)) {
    // Roles are cluster-wide, so each database gets its own role name.
    const database = /\/([^/?]+)(?:\?|$)/.exec(url.replace(USER_INFO, ''))?.[1] ?? 'wattle';
    const name = `wattle_server_${database.toLowerCase().replaceAll(/[^a-z0-9_]/g, '_')}`.slice(0, 63);
    writeFileSync(file, JSON.stringify({ name, password: randomBytes(24).toString('hex') }), { mode: 0o600 });
  }
  return JSON.parse(readFileSync(file, 'utf8')) as AppLogin;
}
