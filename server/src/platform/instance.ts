import { chmodSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';

/** Addresses that other commands (`sim`, `verify`, `bench`) need to connect to a running server. */
export type Instance = {
  /** `http://127.0.0.1:3000` */
  readonly baseUrl: string;
  /** Undefined if the server was given only the application's role. */
  readonly ownerUrl: string | undefined;
  readonly appUrl: string;
  /** Process id of the server. */
  readonly pid: number;
};

const FILE = 'instance.json';

/** Contains database passwords, so only the owner may read it. */
export function writeInstance(dataFolder: string, instance: Instance): void {
  const file = path.join(dataFolder, FILE);
  writeFileSync(file, `${JSON.stringify(instance, null, 2)}\n`, { mode: 0o600 });
  chmodSync(file, 0o600);
}

/** Instance of a data folder; undefined: no server was started, or the last one was stopped. */
export function readInstance(dataFolder: string): Instance | undefined {
  try {
    return JSON.parse(readFileSync(path.join(dataFolder, FILE), 'utf8')) as Instance;
  } catch {
    return undefined;
  }
}

export function removeInstance(dataFolder: string): void {
  rmSync(path.join(dataFolder, FILE), { force: true });
}

/** Advisory lock: one server owns the embedded database of a data folder and stops it at the end. */
const OWNER_LOCK = 0x6f_77_6e_72;
/** The session of a killed owner ends when PostgreSQL notices its closed socket. */
const OWNER_GONE_MS = 3_000;

/**
 * Claims the embedded database with a session lock, which is released whenever the process ends. Returns a
 * release function, or undefined if another running server holds the lock.
 */
export async function claimDatabase(ownerUrl: string): Promise<(() => Promise<void>) | undefined> {
  const client = new pg.Client({ connectionString: ownerUrl, application_name: 'wattle-owner', keepAlive: true });
  // The session may be lost with its server; the pool reports that.
  client.on('error', () => {});
  await client.connect();
  const until = Date.now() + OWNER_GONE_MS;
  for (;;) {
    const { rows } = await client.query<{ got: boolean }>('SELECT pg_try_advisory_lock($1) AS got', [OWNER_LOCK]);
    if (rows[0]?.got) return () => client.end();
    if (Date.now() > until) break;
    await pause(100);
  }
  await client.end();
  return undefined;
}
