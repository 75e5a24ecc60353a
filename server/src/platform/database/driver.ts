import pg from 'pg';

// All uses of pg beyond its documented API: the connection of a client, its socket, and the callbacks of a query. Check
// again when pg is updated; batches/wire.database.test.ts covers it.

export type Result = Pick<pg.QueryResult, 'rows' | 'rowCount' | 'command'>;

/** Builds a row from the column values that PostgreSQL sent. */
export type RowReader = (cells: readonly (string | null)[]) => Row;
export type Row = Record<string, unknown>;

export type Statement = { readonly name: string; readonly text: string; readonly values: readonly unknown[] };
/** A statement that the connection has prepared and described. */
export type Described = Statement & { readonly readRow: RowReader };

/** Buffers everything that `send` writes to the socket and writes it in one packet. May be nested. */
export function inOnePacket<T>(client: pg.Client | pg.PoolClient, send: () => T): T {
  const { stream } = client.connection;
  stream.cork();
  try {
    return send();
  } finally {
    stream.uncork();
  }
}

/**
 * Closes the socket without the Terminate message, which a dead connection would never answer. Everything that
 * waits on the connection fails, with the reason if one is given.
 */
export function cutConnection(client: pg.Client | pg.PoolClient, reason?: Error): void {
  client.connection.stream.destroy(reason);
}

/** Milliseconds since 1970 at which the server's certificate ends. Undefined: the connection is not encrypted. */
export function certificateEndsMs(client: pg.Client): number | undefined {
  const stream = client.connection.stream as Partial<{ getPeerCertificate(): { readonly valid_to: string } }>;
  const certificate = stream.getPeerCertificate?.();
  return certificate && Date.parse(certificate.valid_to);
}

/** Parts of the driver's connection that its types lack or declare differently. */
type DriverConnection = {
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
  readonly statements: readonly Described[];
  readonly #settle: (error: Error | undefined, results: readonly Result[]) => void;
  readonly #results: Result[] = [];
  #rows: Row[] = [];
  /** Kept, because throwing inside the driver's row callback would end the process. */
  #unreadable: Error | undefined;

  constructor(
    statements: readonly Described[],
    settle: (error: Error | undefined, results: readonly Result[]) => void,
  ) {
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
      const statement = this.statements[this.#results.length] as Described;
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

/** Encodes a parameter like the driver. */
function valueMapper(value: unknown): string | Buffer | null {
  if (value === null || value === undefined) return null;
  if (typeof value === 'string' || Buffer.isBuffer(value)) return value;
  if (typeof value === 'number' || typeof value === 'bigint' || typeof value === 'boolean') return String(value);
  return value instanceof Date ? value.toISOString() : JSON.stringify(value);
}
