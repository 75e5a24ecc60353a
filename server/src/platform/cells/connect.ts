import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { isDatabaseAway } from '../database/database-fault.ts';

/**
 * A cluster that is a complete cell: a database with its own servers. By name, the URL of its database, which may list
 * all hosts of the cluster like PostgreSQL's own URLs: `postgres://user@host1:5432,host2:5432/wattle`.
 */
export type CellDatabases = ReadonlyMap<string, string>;

/** A move or the creation of a cell cannot continue; the message gives the reason. */
export class MoveError extends Error {}

/** Connection to the primary of a cell. */
export class CellClient extends pg.Client {
  /** The node. */
  readonly url: string;
  /** All nodes, one of which is primary after a failover. */
  readonly nodes: readonly string[];

  constructor(url: string, nodes: readonly string[]) {
    super({
      connectionString: url,
      application_name: 'wattle-tenant',
      keepAlive: true,
      connectionTimeoutMillis: CONNECTED_WITHIN_MS,
    });
    this.url = url;
    this.nodes = nodes;
    // A lost connection is reported by the statement that waits for it, or by the next.
    this.on('error', () => {});
  }
}

const CONNECTED_WITHIN_MS = 3_000;
/** A failover takes 20 s after a host died. */
const LEADER_WITHIN_MS = 60_000;
const LOOK_EVERY_MS = 500;
/** Permanent refusals: wrong password or database name. */
const REFUSED = /^(28000|28P01|3D000)$/;

/**
 * Connection of a superuser, which replication requires and which sees every row. Its statements are not logged, since
 * one contains the password of the subscription. PostgreSQL detects a killed client during a statement, so that no lock
 * remains.
 */
const QUIET = `SET log_statement = 'none'; SET log_min_duration_statement = -1; SET log_min_error_statement = 'panic';
  SET statement_timeout = 0; SET idle_in_transaction_session_timeout = 0; SET row_security = off; SET timezone = 'UTC';
  SET client_connection_check_interval = '1s'`;

/** Splits a URL with several hosts into URLs with one host each. */
export function nodesOf(url: string): string[] {
  const [, before, hosts, after] = /^(postgres(?:ql)?:\/\/(?:[^@/?]*@)?)([^/?]*)(.*)$/.exec(url) ?? [];
  if (before === undefined || hosts === undefined) return [url];
  return hosts.split(',').map((host) => `${before}${host}${after}`);
}

/** URL of a node without user and password. */
export function shown(node: string): string {
  const { host, port } = new pg.Client({ connectionString: node });
  return `${host}:${port}`;
}

/**
 * Connects as superuser to the primary of a cell's database, and waits for one if several nodes are listed. Throws
 * MoveError if there is none.
 */
export async function connectTo(name: string, databases: CellDatabases): Promise<CellClient> {
  const url = databases.get(name);
  if (url === undefined) throw new MoveError(`WATTLE_CLUSTER_DATABASES names no cluster ${name}.`);
  const client = await connectToLeader(name, nodesOf(url));
  const { rows } = await client.query<{ rolsuper: boolean }>(
    'SELECT rolsuper FROM pg_roles WHERE rolname = current_user',
  );
  if (rows[0]?.rolsuper !== true) {
    await client.end();
    throw new MoveError(`The address of ${name} in WATTLE_CLUSTER_DATABASES is not that of a superuser.`);
  }
  await client.query(QUIET);
  return client;
}

async function connectToLeader(name: string, nodes: readonly string[]): Promise<CellClient> {
  const until = Date.now() + LEADER_WITHIN_MS;
  for (;;) {
    const said: string[] = [];
    for (const node of nodes) {
      const client = new CellClient(node, nodes);
      try {
        await client.connect();
        if (nodes.length === 1 || !(await isStandby(client))) return client;
        said.push(`${shown(node)} is a standby`);
      } catch (error) {
        if (nodes.length === 1 || REFUSED.test((error as { code?: string }).code ?? '')) throw error;
        said.push(`${shown(node)}: ${(error as Error).message || 'does not answer'}`);
      }
      await client.end().catch(() => {});
    }
    if (Date.now() > until) throw new MoveError(`No host of ${name} leads: ${said.join(', ')}.`);
    await pause(LOOK_EVERY_MS);
  }
}

export async function isStandby(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ standby: boolean }>('SELECT pg_is_in_recovery() AS standby');
  return rows[0]?.standby === true;
}

const READ_ONLY = '25006';

/** The connection broke, or its node stopped or is no longer primary. */
export function isLeaderLost(error: unknown): error is Error {
  return isDatabaseAway(error) || (error as { code?: string } | undefined)?.code === READ_ONLY;
}
