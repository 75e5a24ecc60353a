import pg from 'pg';
import { arrayParameter } from './array-literal.ts';

export type Result = Pick<pg.QueryResult, 'rows' | 'rowCount' | 'command'>;

/** How statements travel on a connection: those of one moment in one packet and, once prepared, with one answer. */
export type Wire = {
  /** Goes out at the end of the moment, or with `flush`. It is prepared once for a connection. */
  send(sql: string, values?: readonly unknown[]): Promise<Result>;
  /** Sends what waits. */
  flush(): void;
  /** Sends what waits, and behind it COMMIT or ROLLBACK, which is not prepared. Nothing can be sent afterwards. */
  end(sql: string): Promise<Result>;
};

/** Keeps watch that an answer comes at all. */
export type Watch = <T>(answer: Promise<T>) => Promise<T>;

type Statement = { readonly name: string; readonly text: string; readonly values: readonly unknown[] };
type Asked = Statement & { readonly answer: (result: Result) => void; readonly fail: (error: unknown) => void };

const names = new Map<string, string>();

function nameOf(sql: string): string {
  const known = names.get(sql);
  if (known) return known;
  const name = `s${names.size}`;
  names.set(sql, name);
  return name;
}

/** Those parts of the driver's connection that its types do not tell, or tell otherwise. */
type DriverConnection = {
  readonly stream: pg.Connection['stream'];
  /** The texts of what it has prepared, by name. */
  readonly parsedStatements: Readonly<Record<string, string>>;
  bind(config: {
    readonly statement: string;
    readonly values: readonly unknown[];
    readonly valueMapper: (value: unknown) => string | Buffer | null;
  }): void;
  describe(message: { readonly type: 'P' }): void;
  execute(config: object): void;
  sync(): void;
};

/**
 * Statements that the connection has prepared, under one Sync: PostgreSQL answers them together, and
 * neither side is woken for each. After one that fails it skips the others.
 */
export class Together extends pg.Query {
  readonly statements: readonly Statement[];

  constructor(statements: readonly Statement[], callback: (error: Error | undefined, results: unknown) => void) {
    super({ text: '' }, callback);
    this.statements = statements;
  }

  override submit = (connection: pg.Connection) => {
    const wire = connection as unknown as DriverConnection;
    for (const { name, values } of this.statements) {
      wire.bind({ statement: name, values, valueMapper });
      wire.describe({ type: 'P' });
      wire.execute({});
    }
    wire.sync();
  };
}

/** A parameter as the driver would write it. */
function valueMapper(value: unknown): string | Buffer | null {
  if (value === null || value === undefined) return null;
  if (typeof value === 'string' || Buffer.isBuffer(value)) return value;
  if (typeof value === 'number' || typeof value === 'bigint' || typeof value === 'boolean') return String(value);
  return value instanceof Date ? value.toISOString() : JSON.stringify(value);
}

export function openWire(client: pg.PoolClient, watch: Watch): Wire {
  const { stream, parsedStatements } = client.connection as unknown as DriverConnection;
  let waiting: Asked[] = [];
  let hasEnded = false;

  function sendAlone({ name, text, values, answer, fail }: Asked): void {
    watch(client.query({ name, text, values: [...values] })).then(answer, fail);
  }

  function sendTogether(all: readonly Asked[]): void {
    const answered = new Promise<readonly Result[]>((resolve, reject) => {
      client.query(
        new Together(all, (error, results) => (error ? reject(error) : resolve(results as readonly Result[]))),
      );
    });
    watch(answered).then(
      (results) => {
        for (const [place, { answer }] of all.entries()) answer(results[place] as Result);
      },
      (error: unknown) => {
        for (const { fail } of all) fail(error);
      },
    );
  }

  function sendAll(all: readonly Asked[]): void {
    if (all.length > 1) sendTogether(all);
    else if (all[0]) sendAlone(all[0]);
  }

  function flush(): void {
    const all = waiting;
    waiting = [];
    stream.cork();
    let prepared: Asked[] = [];
    for (const asked of all) {
      if (parsedStatements[asked.name] !== undefined) {
        prepared.push(asked);
        continue;
      }
      sendAll(prepared);
      prepared = [];
      sendAlone(asked);
    }
    sendAll(prepared);
    stream.uncork();
  }

  return {
    flush,
    send(text, values = []) {
      if (hasEnded) return Promise.reject(new Error('the transaction has ended'));
      if (waiting.length === 0) process.nextTick(flush);
      const written = values.map((value) => (Array.isArray(value) ? arrayParameter(value) : value));
      return new Promise<Result>((answer, fail) => {
        waiting.push({ name: nameOf(text), text, values: written, answer, fail });
      });
    },
    end(sql) {
      stream.cork();
      flush();
      hasEnded = true;
      const answer = watch(client.query(sql));
      stream.uncork();
      return answer;
    },
  };
}
