import type pg from 'pg';
import { arrayParameter } from '../database/array-literal.ts';
import {
  type Described,
  inOnePacket,
  type Result,
  type Row,
  type RowReader,
  type Statement,
  Together,
} from '../database/driver.ts';

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

type Asked = Statement & { readonly answer: (result: Result) => void; readonly fail: (error: unknown) => void };

const names = new Map<string, string>();

function nameOf(sql: string): string {
  const known = names.get(sql);
  if (known) return known;
  const name = `s${names.size}`;
  names.set(sql, name);
  return name;
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

export function openWire(client: pg.PoolClient, watch: Watch): Wire {
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

  function sendTogether(all: readonly (Asked & Described)[]): void {
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
    inOnePacket(client, () => sendAll(all));
  }

  function sendAll(all: readonly Asked[]): void {
    let known: (Asked & Described)[] = [];
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
      return inOnePacket(client, () => {
        flush();
        hasEnded = true;
        return watch(client.query(sql));
      });
    },
  };
}
