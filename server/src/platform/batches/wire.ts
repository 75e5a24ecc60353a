import pg from 'pg';
import { arrayParameter } from '../array-literal.ts';

export type Result = Pick<pg.QueryResult, 'rows' | 'rowCount' | 'command'>;

/** Sends statements on a connection. Statements of one tick share a packet and, once prepared, a Sync. */
export type Wire = {
  /** Sent at the end of the tick, or with `flush`. Prepared and described once per connection. */
  send(sql: string, values?: readonly unknown[]): Promise<Result>;
  /** Sends queued statements. */
  flush(): void;
  /**
   * Sends queued statements, followed by COMMIT or ROLLBACK, which is not prepared. Nothing can be sent
   * afterwards.
   */
  end(sql: string): Promise<Result>;
};

/** Enforces a time limit on an answer. */
export type Watch = <T>(answer: Promise<T>) => Promise<T>;

/** Builds a row from the column values that PostgreSQL sent. */
type RowReader = (cells: readonly (string | null)[]) => Row;
type Row = Record<string, unknown>;

type Statement = { readonly name: string; readonly text: string; readonly values: readonly unknown[] };
type Known = Statement & { readonly readRow: RowReader };
type Asked = Statement & { readonly answer: (result: Result) => void; readonly fail: (error: unknown) => void };

const names = new Map<string, string>();

function nameOf(sql: string): string {
  const known = names.get(sql);
  if (known) return known;
  const name = `s${names.size}`;
  names.set(sql, name);
  return name;
}

/** Parts of the driver's connection that its types lack or declare differently. */
type DriverConnection = {
  readonly stream: pg.Connection['stream'];
  bind(config: {
    readonly statement: string;
    readonly values: readonly unknown[];
    readonly valueMapper: (value: unknown) => string | Buffer | null;
  }): void;
  execute(config: object): void;
  sync(): void;
};

/**
 * A batch of already prepared statements with one Sync: PostgreSQL answers them together, which avoids a
 * wake-up for each. After a failure it skips the rest. The columns are not described again; if a table change
 * altered them, PostgreSQL fails the statement.
 */
export class Together extends pg.Query {
  readonly statements: readonly Known[];
  readonly #settle: (error: Error | undefined, results: readonly Result[]) => void;
  readonly #results: Result[] = [];
  #rows: Row[] = [];
  /** Kept, because throwing inside the driver's row callback would end the process. */
  #unreadable: Error | undefined;

  constructor(statements: readonly Known[], settle: (error: Error | undefined, results: readonly Result[]) => void) {
    // The driver calls back when the statements fail or the connection is lost.
    super({ text: '' }, (error) => settle(error, []));
    this.statements = statements;
    this.#settle = settle;
  }

  override submit = (connection: pg.Connection) => {
    const wire = connection as unknown as DriverConnection;
    for (const { name, values } of this.statements) {
      wire.bind({ statement: name, values, valueMapper });
      wire.execute({});
    }
    wire.sync();
  };

  handleDataRow({ fields }: { readonly fields: readonly (string | null)[] }): void {
    try {
      const statement = this.statements[this.#results.length] as Known;
      this.#rows.push(statement.readRow(fields));
    } catch (error) {
      this.#unreadable ??= error as Error;
    }
  }

  /** `SELECT 2`, `INSERT 0 1`, `BEGIN`. */
  handleCommandComplete({ text }: { readonly text: string }): void {
    const words = text.split(' ');
    const count = words.length > 1 ? Number(words.at(-1)) : Number.NaN;
    this.#results.push({ rows: this.#rows, command: words[0] ?? '', rowCount: Number.isNaN(count) ? null : count });
    this.#rows = [];
  }

  handleReadyForQuery(): void {
    this.#settle(this.#unreadable, this.#results);
  }
}

function rowReader(client: pg.ClientBase, fields: readonly pg.FieldDef[]): RowReader {
  const columns = fields.map(({ name, dataTypeID }) => ({ name, parse: client.getTypeParser(dataTypeID, 'text') }));
  const empty: Row = Object.fromEntries(columns.map(({ name }) => [name, null]));
  return (cells) => {
    const row = { ...empty };
    for (const [place, { name, parse }] of columns.entries()) {
      const cell = cells[place];
      if (typeof cell === 'string') row[name] = parse(cell);
    }
    return row;
  };
}

/** Row readers of a connection, by statement name. */
const readersOf = new WeakMap<pg.ClientBase, Map<string, RowReader>>();

/** Encodes a parameter like the driver. */
function valueMapper(value: unknown): string | Buffer | null {
  if (value === null || value === undefined) return null;
  if (typeof value === 'string' || Buffer.isBuffer(value)) return value;
  if (typeof value === 'number' || typeof value === 'bigint' || typeof value === 'boolean') return String(value);
  return value instanceof Date ? value.toISOString() : JSON.stringify(value);
}

export function openWire(client: pg.PoolClient, watch: Watch): Wire {
  const { stream } = client.connection as unknown as DriverConnection;
  const readers = readersOf.get(client) ?? new Map<string, RowReader>();
  readersOf.set(client, readers);
  let waiting: Asked[] = [];
  let hasEnded = false;

  /** Prepares the statement if needed, and reads its columns. */
  function sendFirst({ name, text, values, answer, fail }: Asked): void {
    watch(client.query({ name, text, values: [...values] })).then((result) => {
      readers.set(name, rowReader(client, result.fields));
      answer(result);
    }, fail);
  }

  function sendTogether(all: readonly (Asked & Known)[]): void {
    if (all.length === 0) return;
    const answered = new Promise<readonly Result[]>((resolve, reject) => {
      client.query(new Together(all, (error, results) => (error ? reject(error) : resolve(results))));
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

  function flush(): void {
    const all = waiting;
    waiting = [];
    stream.cork();
    let known: (Asked & Known)[] = [];
    for (const asked of all) {
      const readRow = readers.get(asked.name);
      if (readRow) {
        known.push({ ...asked, readRow });
        continue;
      }
      sendTogether(known);
      known = [];
      sendFirst(asked);
    }
    sendTogether(known);
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
