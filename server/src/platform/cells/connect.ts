import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { isDatabaseAway } from '../database-fault.ts';

/**
 * A cluster that is a whole cell: a database with servers of its own. By name, the address of its database. It may name
 * all hosts of the cluster, as PostgreSQL's own addresses do: `postgres://user@host1:5432,host2:5432/wattle`.
 */
export type CellDatabases = ReadonlyMap<string, string>;

/** A move, or the making of a cell, cannot go on; the message says why. */
export class MoveError extends Error {}

/** A connection to the node of a cell that leads. */
export class CellClient extends pg.Client {
  /** The node. */
  readonly url: string;
  /** All nodes, one of which leads after a failover. */
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
/** A failover takes 20 s where a host has died. */
const LEADER_WITHIN_MS = 60_000;
const LOOK_EVERY_MS = 500;
/** Refusals that do not pass by themselves: the password, or the name of the database. */
const REFUSED = /^(28000|28P01|3D000)$/;

/**
 * A superuser's connection: replication needs one, and it sees every row. What it sends is kept out of PostgreSQL's
 * log, since the password of the subscription is in it. A command that was killed is noticed in the middle of a
 * statement, so that nothing of it stays locked.
 */
const QUIET = `SET log_statement = 'none'; SET log_min_duration_statement = -1; SET log_min_error_statement = 'panic';
  SET statement_timeout = 0; SET idle_in_transaction_session_timeout = 0; SET row_security = off; SET timezone = 'UTC';
  SET client_connection_check_interval = '1s'`;

/** An address with several hosts as addresses of one host each. */
export function nodesOf(url: string): string[] {
  const [, before, hosts, after] = /^(postgres(?:ql)?:\/\/(?:[^@/?]*@)?)([^/?]*)(.*)$/.exec(url) ?? [];
  if (before === undefined || hosts === undefined) return [url];
  return hosts.split(',').map((host) => `${before}${host}${after}`);
}

/** A node's address as it may be shown: without user and password. */
export function shown(node: string): string {
  const { host, port } = new pg.Client({ connectionString: node });
  return `${host}:${port}`;
}

/**
 * Connects as the superuser of a cell's database, to the node that leads; where several are named, one that leads is
 * waited for. Throws MoveError where there is none.
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

/** The connection broke, or its node ends or leads no more. */
export function isLeaderLost(error: unknown): error is Error {
  return isDatabaseAway(error) || (error as { code?: string } | undefined)?.code === READ_ONLY;
}
