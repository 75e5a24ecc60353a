import pg from 'pg';
import { type Lane, openLane } from './lane.ts';
import { openWire, type Watch, type Wire } from './wire.ts';

/**
 * The one door to PostgreSQL. SQL is written as SQL, in *.store.ts, ledger/ and platform/ only;
 * every statement is prepared once for a connection and known by its text (wire.ts).
 *
 * On the wire of the driver: bigint (int8) is a JavaScript bigint, timestamptz and date stay text
 * (`2026-11-20 05:04:03.123456+00`), jsonb is parsed, bytea is a Buffer.
 */
export type Tx = {
  /** All rows. */
  query<Row>(sql: string, values?: readonly unknown[]): Promise<Row[]>;
  /** The first row, or undefined. */
  first<Row>(sql: string, values?: readonly unknown[]): Promise<Row | undefined>;
  /** How many rows the statement touched. */
  run(sql: string, values?: readonly unknown[]): Promise<number>;
  /**
   * Sends a statement whose rows nobody waits for: what follows goes out with it, COMMIT too. It must be
   * right by itself, for where it fails the transaction is rolled back and throws what it failed of.
   */
  later(sql: string, values?: readonly unknown[]): void;
  /**
   * Sends what was asked so far, to be answered by itself: this process reads that while the database goes
   * on with what is asked next. Worth a round trip's work, so only where both have much to do.
   */
  flush(): void;
  /** Calls `react` once the transaction has committed; never after a rollback. It must not throw. */
  afterCommit(react: () => void): void;
};

export type Database = {
  /**
   * Runs `work` in one transaction under the row-level policies of `tenantId` and commits. Throws
   * what `work` throws, after a rollback. Resolves only once the server has answered COMMIT. With a
   * lane it may begin behind one whose COMMIT is not answered yet (lane.ts).
   */
  transact<T>(tenantId: number, work: (tx: Tx) => Promise<T>, lane?: Lane): Promise<T>;
  /** The same, read only, all from one snapshot. */
  read<T>(tenantId: number, work: (tx: Tx) => Promise<T>): Promise<T>;
  /** For rows that belong to no tenant: brands before the tenant is known, the clock, health. */
  readShared<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  close(): Promise<void>;
};

const TIMESTAMPTZ = 1184;
const DATE = 1082;
const INT8 = 20;

const types = {
  getTypeParser(oid: number, format?: 'text' | 'binary') {
    if (oid === INT8) return (value: string) => BigInt(value);
    if (oid === TIMESTAMPTZ || oid === DATE) return (value: string) => value;
    return pg.types.getTypeParser(oid, format);
  },
};

/** A database that cannot be reached or takes no connection: the caller answers 503. */
export class DatabaseUnavailable extends Error {}

/** COMMIT was sent and answered something else, so the work is not in the database. */
export class CommitLost extends Error {}

const IN_FAILED_TRANSACTION = '25P02';

function isAborted(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === IN_FAILED_TRANSACTION;
}

/**
 * Gives a connection up when an answer is overdue: a machine or a network that is gone says nothing,
 * and would be waited for without end. Whatever was asked on it fails then. A process that was itself
 * stopped for a while hears its timers before its sockets, so what has come meanwhile is heard first.
 */
function watchAnswers(client: pg.PoolClient, answerMs: number, onOverdue: () => void): Watch {
  let owed = 0;
  let heard = 0;
  let timer: NodeJS.Timeout | undefined;
  const giveUp = () => {
    onOverdue();
    client.connection.stream.destroy(new DatabaseUnavailable(`no answer in ${answerMs} ms`));
  };
  const look = () => {
    const before = heard;
    setImmediate(() => {
      if (heard === before) giveUp();
    });
  };
  return async (answer) => {
    owed += 1;
    if (owed === 1) timer = setTimeout(look, answerMs);
    try {
      return await answer;
    } finally {
      owed -= 1;
      heard += 1;
      if (owed === 0) clearTimeout(timer);
      else timer?.refresh();
    }
  };
}

/** What is told or asked for when a transaction ends. */
type Ending = { readonly sent: Promise<unknown>[]; readonly reactions: (() => void)[] };

function txOn(wire: Wire, { sent, reactions }: Ending): Tx {
  let cause: unknown;
  const send = (sql: string, values?: readonly unknown[]) =>
    wire.send(sql, values).catch((error: unknown) => {
      // What was sent along fails after it, and may be heard of first: everybody is told the true reason.
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
      // Awaited with the COMMIT.
      answer.catch(() => {});
      sent.push(answer);
      // The database may begin while what follows is made ready.
      wire.flush();
    },
    flush: wire.flush,
    afterCommit(react) {
      reactions.push(react);
    },
  };
}

/** Sends how a transaction begins with its first statement, instead of waiting for an answer that says nothing. */
function begin(wire: Wire, how: string, tenantId: number | null): Promise<unknown> {
  const sent = [how, ...(tenantId === null ? [] : [`SET LOCAL wattle.tenant_id = '${tenantId}'`])];
  const opened = Promise.all(sent.map((sql) => wire.send(sql)));
  // Awaited after the work, which fails for the same reason and may do so first.
  opened.catch(() => {});
  return opened;
}

const ANSWER_MS = 15_000;

/**
 * A statement is planned once for a connection, for any values and for tables of any size. Left to itself
 * PostgreSQL plans a batch's inserts anew each time, since of arrays that it sees it knows the lengths,
 * which here changes no plan; and it plans to read a small table whole, which is kept when it has grown.
 * Where nothing else is possible it still does, and without the compiler that such a plan would call for.
 */
export const PLANNED_ONCE = '-c plan_cache_mode=force_generic_plan -c enable_seqscan=off -c jit=off';

export type DatabaseOptions = {
  readonly connectionString: string;
  /** Connections in the pool. */
  readonly size?: number;
  /** How long an answer may take before the connection is given up; far above what a lock is waited for. */
  readonly answerMs?: number;
  readonly onError?: (error: Error) => void;
};

/** Opens a pool. No connection is made before the first use. */
export function openDatabase(options: DatabaseOptions): Database {
  const pool = new pg.Pool({
    connectionString: options.connectionString,
    max: options.size ?? 12,
    // Statements of one connection do not wait for each other's answers; they still run in order.
    pipeline: true,
    types,
    application_name: 'wattle',
    connectionTimeoutMillis: 5_000,
    options: `-c timezone=UTC -c lock_timeout=5s -c idle_in_transaction_session_timeout=30s ${PLANNED_ONCE}`,
  });
  pool.on('error', (error) => options.onError?.(error));
  const connectedAt = new WeakMap<pg.PoolClient, number>();
  pool.on('connect', (client) => void connectedAt.set(client, performance.now()));
  /** What was connected before an answer was overdue has most likely lost its other end too. */
  let trustedSince = Number.NEGATIVE_INFINITY;

  async function connect(): Promise<pg.PoolClient> {
    try {
      for (;;) {
        const client = await pool.connect();
        if ((connectedAt.get(client) ?? 0) > trustedSince) return client;
        client.release(true);
      }
    } catch (error) {
      throw new DatabaseUnavailable('no connection to the database', { cause: error });
    }
  }

  async function within<T>(
    how: string,
    tenantId: number | null,
    work: (tx: Tx) => Promise<T>,
    lane = openLane(),
  ): Promise<T> {
    // It stands in the text of what is sent, as SET takes no parameters.
    if (tenantId !== null && !Number.isInteger(tenantId)) throw new TypeError('a tenant is a whole number');
    const seat = await lane.take(connect);
    const { client } = seat;
    const ending: Ending = { sent: [], reactions: [] };
    const watch = watchAnswers(client, options.answerMs ?? ANSWER_MS, () => {
      trustedSince = performance.now();
    });
    const wire = openWire(client, watch);
    const tx = txOn(wire, ending);
    let broken: Error | undefined;
    // The pool listens to idle connections alone, and an error that nobody hears ends the process.
    const breakDown = (error: Error) => {
      broken ??= error;
    };
    client.on('error', breakDown);
    const opened = begin(wire, how, tenantId);
    let hasEnded = false;
    const end = (sql: 'COMMIT' | 'ROLLBACK') => {
      const answer = wire.end(sql);
      hasEnded = true;
      seat.ended();
      return answer;
    };
    let value: T;
    try {
      value = await work(tx);
      const committed = end('COMMIT');
      committed.catch(() => {});
      await opened;
      // The first that failed took the others and the COMMIT with it, so it says why.
      await Promise.all(ending.sent);
      const { command } = await committed;
      // A COMMIT after a failed statement answers ROLLBACK without an error.
      if (command !== 'COMMIT') throw new CommitLost('the transaction was rolled back');
    } catch (error) {
      // After COMMIT it is over, whatever came of it, and another one may have begun behind it.
      if (!broken && !hasEnded) await end('ROLLBACK').catch(breakDown);
      // Where it never began, whatever followed fails for that.
      await opened;
      throw error;
    } finally {
      seat.leave(broken);
      client.removeListener('error', breakDown);
    }
    for (const react of ending.reactions) react();
    return value;
  }

  return {
    transact: (tenantId, work, lane) => within('BEGIN', tenantId, work, lane),
    read: (tenantId, work) => within('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY', tenantId, work),
    readShared: (work) => within('BEGIN READ ONLY', null, work),
    close: () => pool.end(),
  };
}

/** `2026-11-20 05:04:03.123456+00` as the wire writes it: `2026-11-20T05:04:03.123456Z`. */
export function toInstant(timestamptz: string): string {
  return `${timestamptz.slice(0, 10)}T${timestamptz.slice(11).replace(/\+00(:00)?$/, '')}Z`;
}
