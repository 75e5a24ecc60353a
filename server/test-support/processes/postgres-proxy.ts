import { createConnection, createServer, type Server, type Socket } from 'node:net';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { TestDatabase } from './database.ts';

/**
 * A fault at a statement: the connection breaks before PostgreSQL receives it, or after it was executed but
 * before the answer; the connection goes silent at one of these points; or the statement fails with this
 * SQLSTATE.
 */
export type Fault = 'cut before' | 'cut after' | 'silent before' | 'silent after' | { readonly fails: string };

export type PostgresProxy = {
  readonly url: string;
  /** Number of statements since the last call of `arm` or `count`, including BEGIN and COMMIT. */
  count(): number;
  /** Injects a fault at the statement with that number, once. */
  arm(number: number, fault: Fault): void;
  /**
   * PostgreSQL sessions without a client since the last call. PostgreSQL completes what it received from a cut session
   * and then ends it; it does not notice a silent one.
   */
  cutOff(): { readonly cut: readonly number[]; readonly silent: readonly number[] };
  /** Ends the next connection like a database in shutdown, in one packet with its greeting. */
  endNext(): void;
  /** Delays all responses. */
  slow(ms: number): void;
  /** Drops all traffic without closing connections, until `resume`. */
  stall(): void;
  /** Cuts and refuses connections until `resume`. */
  refuse(): Promise<void>;
  /** Accepts new connections; stalled ones stay dead. */
  resume(): Promise<void>;
  close(): Promise<void>;
};

type Message = { readonly type: string; readonly bytes: Buffer };

/** Length of a message header. The proxy parses only message boundaries, statements and errors. */
const HEADER = 5;
/** Error codes of the failing statements that the proxy inserts. */
const PUT_IN = /C(34000|22012)\0/;
const NO_SUCH_PORTAL = message('E', Buffer.from('nowhere\0\0\0\0\0'));
const DIVIDE_BY_ZERO = message('Q', Buffer.from('SELECT 1/0\0'));
/** Starts and aborts a transaction like PostgreSQL, so that later statements fail too. */
const BEGIN_AND_FAIL = message('Q', Buffer.from('BEGIN; SELECT 1/0\0'));
const ROLLBACK = message('Q', Buffer.from('ROLLBACK\0'));

/** Proxy between a server and PostgreSQL's Unix socket. */
export async function givenPostgresProxy(databaseUrl: string): Promise<PostgresProxy> {
  const { socketFolder, url } = onLoopback(databaseUrl);
  const pairs = new Set<{ cut(): void; stall(): void }>();
  const [cut, silent] = [new Set<number>(), new Set<number>()];
  let armed: { readonly number: number; readonly fault: Fault } | undefined;
  let [statements, delayMs, isStalled, endsNext] = [0, 0, false, false];

  function befallen(): Fault | undefined {
    statements += 1;
    if (armed?.number !== statements) return undefined;
    const { fault } = armed;
    armed = undefined;
    return fault;
  }

  function join(client: Socket): void {
    const postgres = createConnection(path.join(socketFolder, '.s.PGSQL.5432'));
    // Each message is sent separately, and would wait for the confirmation of the previous one.
    client.setNoDelay(true);
    const fromClient = openReader(true);
    const fromPostgres = openReader(false);
    let isSilent = isStalled;
    let endsAtOnce = endsNext;
    endsNext = false;
    /** Outstanding responses of PostgreSQL, and the number after which the connection is cut. */
    let [owed, cutAt] = [0, Number.POSITIVE_INFINITY];
    let failure: string | undefined;
    let session: number | undefined;
    const pair = {
      cut() {
        pairs.delete(pair);
        if (session !== undefined) cut.add(session);
        client.destroy();
        postgres.destroy();
      },
      stall() {
        isSilent = true;
        if (session !== undefined) silent.add(session);
      },
    };
    pairs.add(pair);
    const later = (send: () => void) => void (delayMs > 0 ? setTimeout(send, delayMs) : send());

    function ask({ type, bytes }: Message): void {
      const isStatement = type === 'E' || type === 'Q';
      const fault = isStatement ? befallen() : undefined;
      if (fault === 'cut before') return pair.cut();
      if (fault === 'silent before' || fault === 'silent after') pair.stall();
      if (fault === 'silent before') return;
      if (type === 'Q' || type === 'S') owed += 1;
      // The response to an Execute comes with its Sync.
      if (fault === 'cut after') cutAt = type === 'Q' ? owed : owed + 1;
      if (typeof fault !== 'object') return void postgres.write(bytes);
      failure = fault.fails;
      postgres.write(type === 'E' ? NO_SUCH_PORTAL : insteadOf(bytes));
    }

    let answered = 0;
    function answer({ type, bytes }: Message): void {
      if (type === 'K') session = bytes.readInt32BE(HEADER);
      if (type === 'Z' && endsAtOnce) {
        endsAtOnce = false;
        client.end(Buffer.concat([bytes, errorOf('57P01')]));
        postgres.destroy();
        return;
      }
      if (type === 'Z' && owed > 0) answered += 1;
      if (answered >= cutAt) return pair.cut();
      if (cutAt < Number.POSITIVE_INFINITY) return;
      const text = bytes.toString('latin1');
      const isPutIn = failure !== undefined && ((type === 'E' && PUT_IN.test(text)) || text.includes('ROLLBACK\0'));
      const sent = isPutIn && failure !== undefined ? errorOf(failure) : bytes;
      if (isPutIn) failure = undefined;
      later(() => client.write(sent));
    }

    client.on('data', (chunk: Buffer) => {
      if (!isSilent) for (const one of fromClient(chunk)) ask(one);
    });
    postgres.on('data', (chunk: Buffer) => {
      if (!isSilent) for (const one of fromPostgres(chunk)) answer(one);
    });
    for (const socket of [client, postgres]) {
      socket.on('error', () => pair.cut());
      socket.on('close', () => !isSilent && later(() => pair.cut()));
    }
  }

  let server = await listen(0, join);
  const { port } = server.address() as { port: number };
  const shut = () => new Promise<void>((resolve) => void server.close(() => resolve()));
  const cutAll = () => [...pairs].forEach((pair) => pair.cut());
  return {
    url: url(port),
    count: () => statements,
    cutOff() {
      const gone = { cut: [...cut], silent: [...silent] };
      cut.clear();
      silent.clear();
      return gone;
    },
    arm(number, fault) {
      statements = 0;
      armed = { number, fault };
    },
    endNext() {
      endsNext = true;
    },
    slow(ms) {
      delayMs = ms;
    },
    stall() {
      isStalled = true;
      for (const pair of pairs) pair.stall();
    },
    async refuse() {
      const closed = shut();
      cutAll();
      await closed;
    },
    async resume() {
      isStalled = false;
      if (!server.listening) server = await listen(port, join);
    },
    async close() {
      const closed = server.listening ? shut() : undefined;
      cutAll();
      await closed;
    },
  };
}

/**
 * Waits until work of cut connections in PostgreSQL is committed or rolled back, and ends sessions of silent ones, like
 * PostgreSQL after its timeout. Until then their locks are held, and queries with SKIP LOCKED miss these rows.
 */
export async function endCutOff({ asOwner }: Pick<TestDatabase, 'asOwner'>, proxy: PostgresProxy): Promise<void> {
  const { cut, silent } = proxy.cutOff();
  const left = 'FROM pg_stat_activity WHERE datname = current_database() AND pid = ANY($1)';
  await asOwner(`SELECT pg_terminate_backend(pid) ${left}`, [silent]);
  while ((await asOwner(`SELECT ${left}`, [[...cut, ...silent]])).length > 0) await pause(5);
}

function onLoopback(databaseUrl: string): { readonly socketFolder: string; url(port: number): string } {
  const [, start = '', database = '', host = ''] = /^([^@]+@)\/([^?]+)\?host=([^&]+)/.exec(databaseUrl) ?? [];
  return {
    socketFolder: decodeURIComponent(host),
    url: (port) => `${start}127.0.0.1:${port}/${database}`,
  };
}

function listen(port: number, join: (client: Socket) => void): Promise<Server> {
  return new Promise((resolve, reject) => {
    const server = createServer(join);
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => resolve(server));
  });
}

/** Splits received bytes into messages; the first one of a client has no type. */
function openReader(startsBare: boolean): (chunk: Buffer) => Message[] {
  let [left, isBare]: [Buffer, boolean] = [Buffer.alloc(0), startsBare];
  return (chunk) => {
    left = Buffer.concat([left, chunk]);
    const messages: Message[] = [];
    for (;;) {
      const before = isBare ? 0 : 1;
      if (left.length < HEADER) return messages;
      const length = before + left.readInt32BE(before);
      if (left.length < length) return messages;
      messages.push({ type: isBare ? '' : String.fromCharCode(left[0] ?? 0), bytes: left.subarray(0, length) });
      left = left.subarray(length);
      isBare = false;
    }
  };
}

function message(type: string, content: Buffer): Buffer {
  const head = Buffer.alloc(HEADER);
  head.write(type, 0, 'latin1');
  head.writeInt32BE(content.length + HEADER - 1, 1);
  return Buffer.concat([head, content]);
}

function errorOf(sqlState: string): Buffer {
  return message('E', Buffer.from(`SERROR\0VERROR\0C${sqlState}\0Mput in by the test\0\0`));
}

/** Bytes that replace a simple query to make it fail. */
function insteadOf(bytes: Buffer): Buffer {
  if (isCommit(bytes)) return ROLLBACK;
  return bytes.toString('latin1', HEADER).startsWith('BEGIN') ? BEGIN_AND_FAIL : DIVIDE_BY_ZERO;
}

function isCommit(bytes: Buffer): boolean {
  return bytes.subarray(HEADER).toString('latin1') === 'COMMIT\0';
}
