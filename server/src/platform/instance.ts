import { chmodSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';

/** What the other commands (`sim`, `verify`, `bench`) need to reach a running server. */
export type Instance = {
  /** `http://127.0.0.1:3000` */
  readonly baseUrl: string;
  /** Undefined where the server was given an application's role only. */
  readonly ownerUrl: string | undefined;
  readonly appUrl: string;
  /** Process id of the server. */
  readonly pid: number;
};

const FILE = 'instance.json';

/** Holds the database's passwords, so only its owner may read it. */
export function writeInstance(dataFolder: string, instance: Instance): void {
  const file = path.join(dataFolder, FILE);
  writeFileSync(file, `${JSON.stringify(instance, null, 2)}\n`, { mode: 0o600 });
  chmodSync(file, 0o600);
}

/** The instance of a data folder, or undefined where no server has started or the last one was stopped. */
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

/** One server owns a data folder's embedded database, and stops it in the end. */
const OWNER_LOCK = 0x6f_77_6e_72;
/** A killed owner's session is gone as soon as PostgreSQL notices its closed socket. */
const OWNER_GONE_MS = 3_000;

/**
 * Claims the embedded database for this process, by a lock that ends with the process however it
 * ends. Answers what gives it back, or undefined where another living server has it.
 */
export async function claimDatabase(ownerUrl: string): Promise<(() => Promise<void>) | undefined> {
  const client = new pg.Client({ connectionString: ownerUrl, application_name: 'wattle-owner', keepAlive: true });
  // The lock's session may die with its server; the pool reports that.
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
