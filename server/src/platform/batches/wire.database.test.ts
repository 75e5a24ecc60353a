import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { givenDatabase, type TestDatabase } from '../../../test-support/processes/database.ts';
import { openWire, type Wire } from './wire.ts';

let test: TestDatabase;
let client: pg.Client;
let wire: Wire;
/** Number of ReadyForQuery messages: one for each Sync. */
let syncs = 0;
/** Number of RowDescription messages. */
let descriptions = 0;
beforeAll(async () => {
  test = await givenDatabase();
  client = new pg.Client({ connectionString: test.url, pipeline: true });
  await client.connect();
  client.connection.on('readyForQuery', () => {
    syncs += 1;
  });
  client.connection.on('rowDescription', () => {
    descriptions += 1;
  });
  wire = openOne();
  await askAll();
});
beforeEach(() => {
  // One for each transaction.
  wire = openOne();
  syncs = 0;
  descriptions = 0;
});
afterAll(async () => {
  await client.end();
  await test.close();
});

const ONE = 'SELECT $1::integer AS one';
const LIST = 'SELECT unnest($1::text[]) AS word';
const NOBODY = 'SELECT 1 AS one WHERE $1::boolean';
const FAILS = 'SELECT 1 / $1::integer AS one';

function openOne(): Wire {
  return openWire(client as unknown as pg.PoolClient, (answer) => answer);
}

function askAll() {
  return Promise.all([
    wire.send(ONE, [1]),
    wire.send(LIST, [['a', '"b"']]),
    wire.send(NOBODY, [false]),
    wire.send(FAILS, [1]),
  ]);
}

describe('statements of one tick', () => {
  it('each get their own rows, with one Sync once all are prepared', async () => {
    const [one, list, nobody] = await askAll();
    expect(one.rows).toEqual([{ one: 1 }]);
    expect(list.rows).toEqual([{ word: 'a' }, { word: '"b"' }]);
    expect([nobody.rows, nobody.rowCount]).toEqual([[], 0]);
    expect(syncs).toBe(1);
  });

  it('keep their order where one of them is new', async () => {
    const fresh = "SELECT string_agg(word, ',') AS words FROM said";
    await client.query('CREATE TEMPORARY TABLE said (word text)');
    const say = 'INSERT INTO said VALUES ($1)';
    await wire.send(say, ['before']);
    const [, heard] = await Promise.all([wire.send(say, ['first']), wire.send(fresh), wire.send(say, ['last'])]);
    expect(heard.rows).toEqual([{ words: 'before,first' }]);
    expect((await wire.send(fresh)).rows).toEqual([{ words: 'before,first,last' }]);
  });

  it('fail with the first failure; statements of another tick do not', async () => {
    const together = [wire.send(ONE, [1]), wire.send(FAILS, [0]), wire.send(ONE, [2])];
    wire.flush();
    const other = wire.send(ONE, [3]);
    const ends = await Promise.allSettled(together);
    expect(ends.map((end) => end.status === 'rejected' && end.reason.code)).toEqual(['22012', '22012', '22012']);
    expect((await other).rows).toEqual([{ one: 3 }]);
  });

  it('are sent before the end of the transaction', async () => {
    const sent = [wire.send('BEGIN'), wire.send('CREATE TEMPORARY TABLE gone ()')];
    expect((await wire.end('ROLLBACK')).command).toBe('ROLLBACK');
    await Promise.all(sent);
    await expect(wire.send(ONE, [1])).rejects.toThrow('the transaction has ended');
    expect((await openOne().send("SELECT to_regclass('gone') AS there")).rows).toEqual([{ there: null }]);
  });

  it('carry every kind of parameter like a single statement', async () => {
    const sql =
      'SELECT $1::bigint AS a, $2::boolean AS b, $3::jsonb AS c, $4::bytea AS d, $5::timestamptz AS e, $6::text AS f';
    const values = [12n, true, { x: [1] }, Buffer.from('é'), new Date('2026-11-20T05:04:03.123Z'), null];
    const alone = await wire.send(sql, values);
    syncs = 0;
    const [first, second] = await Promise.all([wire.send(sql, values), wire.send(sql, values)]);
    expect(syncs).toBe(1);
    expect(first.rows).toEqual(alone.rows);
    expect(second.rows).toEqual([
      {
        a: '12',
        b: true,
        c: { x: [1] },
        d: Buffer.from('é'),
        e: new Date('2026-11-20T05:04:03.123Z'),
        f: null,
      },
    ]);
  });
});

describe('the columns of a statement', () => {
  it('are described once per connection, alone or in a batch', async () => {
    await askAll();
    expect((await wire.send(ONE, [7])).rows).toEqual([{ one: 7 }]);
    expect(descriptions).toBe(0);
    await wire.send('SELECT 8 AS eight');
    expect(descriptions).toBe(1);
  });

  it("fail the statement if the table's columns changed, and nothing is misread", async () => {
    await client.query('CREATE TEMPORARY TABLE grown (a text)');
    await client.query("INSERT INTO grown VALUES ('a')");
    const all = 'SELECT * FROM grown';
    expect((await wire.send(all)).rows).toEqual([{ a: 'a' }]);
    expect((await wire.send(all)).rows).toEqual([{ a: 'a' }]);
    await client.query("ALTER TABLE grown ADD COLUMN b text DEFAULT 'b'");
    await expect(wire.send(all)).rejects.toMatchObject({ code: '0A000' });
  });

  it('that cannot be parsed fail only their own statement', async () => {
    client.setTypeParser(pg.types.builtins.INET, (text) => {
      if (text === '10.0.0.1') throw new Error('no such host');
      return text;
    });
    const host = 'SELECT $1::inet AS host';
    await wire.send(host, ['10.0.0.0']);
    const unreadable = wire.send(host, ['10.0.0.1']);
    wire.flush();
    const next = wire.send(host, ['10.0.0.2']);
    await expect(unreadable).rejects.toThrow('no such host');
    expect((await next).rows).toEqual([{ host: '10.0.0.2' }]);
  });

  it('are correct for each statement when several have no columns or no rows', async () => {
    await client.query('CREATE TEMPORARY TABLE kept (word text)');
    const [keep, drop, count] = [
      'INSERT INTO kept VALUES ($1) RETURNING word',
      'DELETE FROM kept',
      'SELECT count(*)::integer AS all FROM kept',
    ] as const;
    const ask = () =>
      Promise.all([wire.send(drop), wire.send(keep, ['a']), wire.send(NOBODY, [false]), wire.send(count)]);
    await ask();
    const [dropped, kept, nobody, counted] = await ask();
    expect([dropped.command, dropped.rowCount, dropped.rows]).toEqual(['DELETE', 1, []]);
    expect([kept.command, kept.rowCount, kept.rows]).toEqual(['INSERT', 1, [{ word: 'a' }]]);
    expect([nobody.command, nobody.rowCount, nobody.rows]).toEqual(['SELECT', 0, []]);
    expect(counted.rows).toEqual([{ all: 1 }]);
  });
});
