import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { type Lane, openLane } from '../batches/lane.ts';
import { byDeadline, isPast, isTimedOut, type Limits, limitStatement, refuseLate } from './deadline.ts';
import { cutConnection } from './driver.ts';
import { inTransaction } from './open-transaction.ts';
import { openWire, type Watch, type Wire } from '../batches/wire.ts';
import { TYPES } from './types.ts';
import { inSpanWithin } from '../tracing/spans.ts';
import { DatabaseReadOnly, DatabaseUnavailable, DatabaseUnreachable, Late, TenantElsewhere } from './unavailable.ts';

export { DatabaseReadOnly, DatabaseUnavailable, DatabaseUnreachable, Late, TenantElsewhere };

/**
 * The only access to PostgreSQL. SQL is allowed in *.store.ts, ledger/ and platform/ only. Each statement is
 * prepared once per connection and identified by its text (batches/wire.ts).
 *
 * Type mapping: bigint (int8) is a JavaScript bigint, in arrays too, timestamptz and date stay text (`2026-11-20
 * 05:04:03.123456+00`), jsonb is parsed, bytea is a Buffer.
 */
export type Tx = {
  /** All rows. */
  query<Row>(sql: string, values?: readonly unknown[]): Promise<Row[]>;
  /** The first row, or undefined. */
  first<Row>(sql: string, values?: readonly unknown[]): Promise<Row | undefined>;
  /** The number of affected rows. */
  run(sql: string, values?: readonly unknown[]): Promise<number>;
  /**
   * Sends a statement without waiting for its result; later statements, including COMMIT, are pipelined
   * behind it. If it fails, the transaction is rolled back and throws its error.
   */
  later(sql: string, values?: readonly unknown[]): void;
  /** Calls `react` once the transaction has committed; never after a rollback. It must not throw. */
  afterCommit(react: () => void): void;
};

export type Database = {
  /**
   * Runs `work` in one transaction under the row-level policies of `tenantId` and commits. Throws what `work`
   * throws, after a rollback. Resolves only once the server has answered COMMIT. With a lane it may begin
   * before the COMMIT of the previous transaction is answered (batches/lane.ts). Throws Late instead of going beyond
   * its limits.
   */
  transact<T>(tenantId: number, work: (tx: Tx) => Promise<T>, lane?: Lane, limits?: Limits): Promise<T>;
  /**
   * The same, read-only and from one snapshot. With a position of the log, the snapshot is not older: a standby is
   * waited for, and ReplicaBehind is thrown if it does not reach the position.
   */
  read<T>(tenantId: number, work: (tx: Tx) => Promise<T>, position?: string): Promise<T>;
  /** For rows that belong to no tenant: brands before the tenant is known, the clock, health. */
  readShared<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  /** For the few rows of the instance that are written without a tenant. */
  transactShared<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  /** Current state of this process's pool. */
  connections(): Connections;
  close(): Promise<void>;
};

export type Connections = {
  /** Maximum number of connections. */
  readonly most: number;
  /** Connections with a transaction. */
  readonly inUse: number;
  /** Transactions that wait for a connection. */
  readonly waiting: number;
};

/**
 * Codes with which PostgreSQL ends a session. The severity is not used, because it is in the language of the database.
 */
const ENDED_SQLSTATE = /^(57P0[1245]|25P0[34])$/;

/** The connection is lost: the server has ended it, or the driver says so, which sets no code. */
export function isConnectionLost(error: unknown): boolean {
  if (error instanceof pg.DatabaseError) return ENDED_SQLSTATE.test(error.code ?? '');
  return (
    error instanceof Error && /^Connection terminated|^Client has encountered a connection error/.test(error.message)
  );
}

/** A standby has not reached the position that a read requires. */
export class ReplicaBehind extends Error {}

/** The answer to COMMIT was not COMMIT, so nothing was written. */
export class CommitLost extends Error {}

const IN_FAILED_TRANSACTION = '25P02';

function isAborted(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === IN_FAILED_TRANSACTION;
}

const READ_ONLY_TRANSACTION = '25006';
/** Raised by current_tenant(). */
const TENANT_ELSEWHERE = 'WT001';

function isElsewhere(error: unknown): error is pg.DatabaseError {
  return error instanceof pg.DatabaseError && error.code === TENANT_ELSEWHERE;
}

function isReadOnly(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === READ_ONLY_TRANSACTION;
}

/**
 * Closes a connection when an answer is overdue; a failed host or network sends nothing, and the wait would
 * never end. All pending statements fail. After this process itself was suspended, timers fire before sockets
 * are read, so received answers are processed before the timeout is applied.
 */
function watchAnswers(client: pg.PoolClient, answerMs: number, onOverdue: () => void): Watch {
  let owed = 0;
  let received = 0;
  let timer: NodeJS.Timeout | undefined;
  const giveUp = () => {
    onOverdue();
    cutConnection(client, new DatabaseUnavailable(`no answer in ${answerMs} ms`));
  };
  const look = () => {
    const before = received;
    setImmediate(() => {
      if (received === before) giveUp();
    });
  };
  return async (answer) => {
    owed += 1;
    if (owed === 1) timer = setTimeout(look, answerMs);
    try {
      return await answer;
    } finally {
      owed -= 1;
      received += 1;
      if (owed === 0) clearTimeout(timer);
      else timer?.refresh();
    }
  };
}

/** Promises that are awaited and functions that are called when a transaction ends. */
type Ending = { readonly sent: Promise<unknown>[]; readonly reactions: (() => void)[] };

function txOn(wire: Wire, { sent, reactions }: Ending, translate: (error: unknown) => unknown): Tx {
  let cause: unknown;
  const send = (sql: string, values?: readonly unknown[]) =>
    wire.send(sql, values).catch((thrown: unknown) => {
      const error = translate(thrown);
      // Pipelined statements fail as a consequence and may be reported first. All callers get the original
      // error.
      if (!isAborted(error)) cause = error;
      throw cause ?? error;
    });
  return {
    async query<Row>(sql: string, values?: readonly unknown[]) {
      return (await send(sql, values)).rows as Row[];
    },
    async first<Row>(sql: string, values?: readonly unknown[]) {
      return (await send(sql, values)).rows[0] as Row | undefined;
    },
    async run(sql: string, values?: readonly unknown[]) {
      return (await send(sql, values)).rowCount ?? 0;
    },
    later(sql, values) {
      const answer = send(sql, values);
      // Awaited together with the COMMIT.
      answer.catch(() => {});
      sent.push(answer);
      // Lets the database start while the following statements are prepared.
      wire.flush();
    },
    afterCommit(react) {
      reactions.push(react);
    },
  };
}

function elsewhere(tenantId: number | null, error: pg.DatabaseError): unknown {
  return tenantId === null ? error : new TenantElsewhere(tenantId, error.detail === 'frozen', { cause: error });
}

/** Sends BEGIN together with the first statement instead of waiting for its answer. */
function begin(wire: Wire, how: string, tenantId: number | null, limits: Limits | undefined): Promise<unknown> {
  const sent = [wire.send(how)];
  const limited = tenantId !== null && limits && limitStatement(tenantId, limits);
  if (limited) sent.push(wire.send(...limited));
  else if (tenantId !== null) sent.push(wire.send(`SET LOCAL wattle.tenant_id = '${tenantId}'`));
  const opened = Promise.all(sent);
  // Awaited after the work, which fails with the same error and may fail first.
  opened.catch(() => {});
  return opened;
}

// For a promoted node its write position counts.
const HAS_COME_TO = `
SELECT CASE WHEN pg_is_in_recovery() THEN pg_last_wal_replay_lsn() ELSE pg_current_wal_insert_lsn() END
       - '0/0'::pg_lsn >= $1::numeric AS has_come`;
/** A standby lags by milliseconds; a larger lag is not waited for. */
const WAITS_MS = 200;
const LOOKS_EVERY_MS = 10;

/** Resolves with a fault if the node does not reach the position. */
async function comeTo(wire: Wire, position: string): Promise<ReplicaBehind | undefined> {
  const until = performance.now() + WAITS_MS;
  for (;;) {
    const { rows } = await wire.send(HAS_COME_TO, [position]);
    if ((rows[0] as { has_come: boolean | null } | undefined)?.has_come === true) return undefined;
    if (performance.now() > until) return new ReplicaBehind('the standby is behind');
    await pause(LOOKS_EVERY_MS);
  }
}

const WRITING = 'BEGIN';
/** Spans of a transaction. They hold no SQL. */
const IN_TRACES = { kind: 'client', facts: { 'db.system.name': 'postgresql' } } as const;
const TRANSACTION = { name: 'transaction', ...IN_TRACES };
const READ = { name: 'read', ...IN_TRACES };
const ANSWER_MS = 15_000;

/**
 * Forces generic plans: a statement is planned once per connection, for any parameter values and table sizes.
 * By default PostgreSQL replans batch inserts each time, because it estimates from the array lengths, which
 * changes no plan here. It would also choose a sequential scan for a small table and keep that plan after the
 * table has grown. Sequential scans remain possible where there is no alternative, without JIT compilation.
 */
export const PLANNED_ONCE = '-c plan_cache_mode=force_generic_plan -c enable_seqscan=off -c jit=off';

type How = {
  readonly lane?: Lane | undefined;
  readonly position?: string | undefined;
  readonly limits?: Limits | undefined;
};

export type DatabaseOptions = {
  readonly connectionString: string;
  /** Connections in the pool. */
  readonly size?: number;
  /** Maximum time for an answer, in ms, before the connection is closed. Far above the lock timeout. */
  readonly answerMs?: number;
  readonly onError?: (error: Error) => void;
};

/** Opens a pool. No connection is made before the first use. */
export function openDatabase(options: DatabaseOptions): Database {
  const pool = new pg.Pool({
    connectionString: options.connectionString,
    max: options.size ?? 12,
    // Statements on a connection are pipelined; they still run in order.
    pipeline: true,
    types: TYPES,
    application_name: 'wattle',
    connectionTimeoutMillis: 5_000,
    options: `-c timezone=UTC -c lock_timeout=5s -c idle_in_transaction_session_timeout=30s ${PLANNED_ONCE}`,
  });
  pool.on('error', (error) => options.onError?.(error));
  const connectedAt = new WeakMap<pg.PoolClient, number>();
  const lost = new WeakSet<pg.PoolClient>();
  pool.on('connect', (client) => {
    connectedAt.set(client, performance.now());
    // A connection may end in one packet with its greeting, before the driver listens. An error event without a
    // listener would end the process.
    client.on('error', () => void lost.add(client));
  });
  /** Connections opened before an overdue answer are probably dead too. */
  let trustedSince = Number.NEGATIVE_INFINITY;

  async function connect(): Promise<pg.PoolClient> {
    try {
      for (;;) {
        const client = await pool.connect();
        if ((connectedAt.get(client) ?? 0) > trustedSince && !lost.has(client)) return client;
        client.release(true);
      }
    } catch (error) {
      throw new DatabaseUnreachable('no connection to the database', { cause: error });
    }
  }

  async function connectBy(deadlineAt: number): Promise<pg.PoolClient> {
    const connecting = connect();
    try {
      const client = await byDeadline(connecting, deadlineAt);
      refuseLate(deadlineAt);
      return client;
    } catch (error) {
      connecting.then(
        (client) => client.release(),
        () => {},
      );
      throw error;
    }
  }

  async function within<T>(
    how: string,
    tenantId: number | null,
    work: (tx: Tx) => Promise<T>,
    { lane = openLane(), position, limits }: How = {},
  ): Promise<T> {
    // It is inserted into the SQL text, because SET takes no parameters.
    if (tenantId !== null && !Number.isInteger(tenantId)) throw new TypeError('a tenant is a whole number');
    const slot = await lane.take(limits ? () => connectBy(limits.deadlineAt) : connect);
    const { client } = slot;
    const ending: Ending = { sent: [], reactions: [] };
    const watch = watchAnswers(client, options.answerMs ?? ANSWER_MS, () => {
      trustedSince = performance.now();
    });
    const wire = openWire(client, watch);
    let broken: Error | undefined;
    // In a read-only transaction the same code is a bug of the caller.
    const tx = txOn(wire, ending, (error) => {
      if (isElsewhere(error)) return elsewhere(tenantId, error);
      if (limits && isTimedOut(error)) return new Late(false, { cause: error });
      if (how !== WRITING || !isReadOnly(error)) return error;
      broken ??= new DatabaseReadOnly('the database takes no writes', { cause: error });
      // The other connections are to the same node.
      trustedSince = performance.now();
      return broken;
    });
    // The pool handles errors of idle connections only, and an unhandled error event ends the process.
    const breakDown = (error: Error) => {
      broken ??= error;
    };
    client.on('error', breakDown);
    if (position !== undefined) {
      // Before BEGIN, because within the transaction the snapshot of the reads would be used.
      const fault = await comeTo(wire, position).catch((error: Error) => error);
      if (fault) {
        slot.leave(fault instanceof ReplicaBehind ? undefined : fault);
        client.removeListener('error', breakDown);
        throw fault;
      }
    }
    let hasEnded = false;
    // Statements sent together with a refused one fail with the same error, including BEGIN and COMMIT.
    const rethrow = (error: unknown): never => {
      if (isElsewhere(error)) throw elsewhere(tenantId, error);
      if (limits && isTimedOut(error)) throw new Late(false, { cause: error });
      if (!hasEnded && isConnectionLost(error))
        throw new DatabaseUnreachable('the connection was lost before the commit', { cause: error });
      throw error;
    };
    const opened = begin(wire, how, tenantId, limits);
    const end = (sql: 'COMMIT' | 'ROLLBACK') => {
      const answer = wire.end(sql);
      hasEnded = true;
      slot.ended();
      return answer;
    };
    let value: T;
    try {
      value = await inTransaction(() => work(tx));
      if (limits && isPast(limits.deadlineAt)) throw new Late(false);
      limits?.committing?.();
      const committed = end('COMMIT');
      committed.catch(() => {});
      await opened;
      // The first failed statement caused the others and the COMMIT to fail, so its error is thrown.
      await Promise.all(ending.sent);
      const { command } = await committed;
      // A COMMIT after a failed statement answers ROLLBACK without an error.
      if (command !== 'COMMIT') throw new CommitLost('the transaction was rolled back');
    } catch (error) {
      if (isConnectionLost(error)) broken ??= error as Error;
      // No ROLLBACK after COMMIT was sent: another transaction may have started behind it.
      if (!broken && !hasEnded) await end('ROLLBACK').catch(breakDown);
      // If BEGIN failed, that error is the cause.
      await opened.catch(rethrow);
      return rethrow(error);
    } finally {
      slot.leave(broken);
      client.removeListener('error', breakDown);
    }
    for (const react of ending.reactions) react();
    return value;
  }

  return {
    async transact(tenantId, work, lane, limits) {
      if (limits) refuseLate(limits.deadlineAt);
      return inSpanWithin(TRANSACTION, () => within(WRITING, tenantId, work, { lane, limits }));
    },
    read: (tenantId, work, position) =>
      inSpanWithin(READ, () => within('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY', tenantId, work, { position })),
    readShared: (work) => inSpanWithin(READ, () => within('BEGIN READ ONLY', null, work)),
    transactShared: (work) => inSpanWithin(TRANSACTION, () => within(WRITING, null, work)),
    connections: () => ({
      most: pool.options.max,
      inUse: pool.totalCount - pool.idleCount,
      waiting: pool.waitingCount,
    }),
    close: () => pool.end(),
  };
}

/** Converts `2026-11-20 05:04:03.123456+00` to the API format: `2026-11-20T05:04:03.123456Z`. */
export function toInstant(timestamptz: string): string {
  return `${timestamptz.slice(0, 10)}T${timestamptz.slice(11).replace(/\+00(:00)?$/, '')}Z`;
}
