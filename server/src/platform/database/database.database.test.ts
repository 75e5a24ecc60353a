import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DatabaseReadOnly, DatabaseUnreachable } from './database.ts';
import { isDatabaseAway } from './database-fault.ts';
import { databaseAt, givenDatabase, type TestDatabase } from '../../../test-support/processes/database.ts';
import { givenPostgresProxy } from '../../../test-support/processes/postgres-proxy.ts';

let test: TestDatabase;
beforeAll(async () => {
  test = await givenDatabase();
});
afterAll(() => test.close());

describe('a transaction', () => {
  it('reports the original error, not that of a statement sent after it', async () => {
    const work = test.database.transact(1, (tx) => {
      const late = tx.query('SELECT 1');
      // The longer promise chain settles later.
      const failing = (async () => (async () => tx.query('SELECT 1 / 0'))())();
      const later = tx.query('SELECT 2');
      return Promise.all([late, failing, later]);
    });
    await expect(work).rejects.toMatchObject({ code: '22012' });
  });

  it('answers numbers of eight bytes whole, alone and in an array', async () => {
    const sql =
      "SELECT 9007199254740993 AS one, ARRAY[1, NULL, -9007199254740993]::bigint[] AS many, '{}'::bigint[] AS none";
    const row = await test.database.readShared((tx) => tx.first(sql));
    expect(row).toEqual({ one: 9007199254740993n, many: [1n, null, -9007199254740993n], none: [] });
  });

  it('continues after a rollback to a savepoint and reports the next error', async () => {
    const work = test.database.transact(1, async (tx) => {
      await tx.run('SAVEPOINT attempt');
      await expect(tx.query('SELECT 1 / 0')).rejects.toMatchObject({ code: '22012' });
      await tx.run('ROLLBACK TO SAVEPOINT attempt');
      expect(await tx.first('SELECT 1 AS one')).toEqual({ one: 1 });
      await Promise.all([tx.query('SELECT nothing'), tx.query('SELECT 2')]);
    });
    await expect(work).rejects.toMatchObject({ code: '42703' });
  });

  it('reads received answers first when its process was stopped for longer than the time limit', async () => {
    const patient = databaseAt(test.ownerUrl, test.url, { size: 1, answerMs: 600 });
    try {
      const answer = patient.database.readShared(async (tx) => {
        const slept = tx.first('SELECT 1 AS one FROM pg_sleep(0.2)');
        await new Promise((sent) => setTimeout(sent, 50));
        // After setImmediate, Node runs timers first and then polls sockets.
        await new Promise((next) => setImmediate(next));
        Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1_000);
        return slept;
      });
      expect(await answer).toEqual({ one: 1 });
      const silent = patient.database.readShared((tx) => tx.first('SELECT FROM pg_sleep(2)'));
      await expect(silent).rejects.toThrow('no answer in 600 ms');
    } finally {
      await patient.close();
    }
  });

  it('takes another connection when one is closed during startup', async () => {
    const proxy = await givenPostgresProxy(test.url);
    const behind = databaseAt(test.ownerUrl, proxy.url, { size: 1 });
    try {
      proxy.endNext();
      expect(await behind.database.readShared((tx) => tx.first('SELECT 1 AS one'))).toEqual({ one: 1 });
    } finally {
      await behind.close();
      await proxy.close();
    }
  });

  it('reports that nothing was written when its connection is lost before COMMIT', async () => {
    const proxy = await givenPostgresProxy(test.url);
    const behind = databaseAt(test.ownerUrl, proxy.url, { size: 1 });
    const insert = () =>
      behind.database.transactShared(async (tx) => {
        await tx.query("INSERT INTO lost_before (word) VALUES ('a')");
      });
    try {
      await test.asOwner('CREATE TABLE lost_before (word text); GRANT ALL ON lost_before TO PUBLIC');
      // BEGIN, the INSERT and COMMIT.
      for (const number of [1, 2]) {
        proxy.arm(number, 'cut after');
        await expect(insert()).rejects.toBeInstanceOf(DatabaseUnreachable);
        expect(await test.asOwner('SELECT word FROM lost_before')).toEqual([]);
      }
      proxy.arm(3, 'cut after');
      await expect(insert()).rejects.not.toBeInstanceOf(DatabaseUnreachable);
      expect(await test.asOwner('SELECT word FROM lost_before')).toEqual([{ word: 'a' }]);
    } finally {
      await behind.close();
      await proxy.close();
    }
  });

  it('requires an integer tenant id and sends nothing else to the database', async () => {
    const text = "1'; SELECT 1 / 0; --" as unknown as number;
    for (const tenant of [text, 1.5, Number.NaN]) {
      await expect(test.database.transact(tenant, (tx) => tx.query('SELECT 1'))).rejects.toThrow('a whole number');
    }
    const own = await test.database.transact(2, (tx) => tx.first('SELECT current_tenant() AS tenant'));
    expect(own).toEqual({ tenant: 2 });
  });

  it('plans a statement once, for any values', async () => {
    const sql = 'SELECT sum(n)::integer AS sum FROM unnest($1::integer[]) AS n';
    const counted = await test.database.transact(1, async (tx) => {
      expect(await tx.first(sql, [[1, 2, 3]])).toEqual({ sum: 6 });
      expect(await tx.first(sql, [[4]])).toEqual({ sum: 4 });
      return tx.first('SELECT generic_plans, custom_plans FROM pg_prepared_statements WHERE statement = $1', [sql]);
    });
    expect(counted).toEqual({ generic_plans: 2n, custom_plans: 0n });
  });

  it('uses a plan for a table that will grow, however small it is', async () => {
    await test.asOwner('CREATE TABLE small (id integer PRIMARY KEY, word text)');
    await test.asOwner("INSERT INTO small VALUES (1, 'a'), (2, 'b')");
    await test.asOwner('ANALYZE small');
    await test.asOwner('GRANT SELECT ON small TO wattle_app');
    const plan = await test.database.transact(1, (tx) => tx.query('EXPLAIN SELECT word FROM small WHERE id = 2'));
    expect(plan.map((row) => JSON.stringify(row)).join('\n')).toContain('Index Scan using small_pkey');
    // Without an index a sequential scan is the only possible plan.
    const all = await test.database.transact(1, (tx) => tx.query("SELECT id FROM small WHERE word = 'b'"));
    expect(all).toEqual([{ id: 2 }]);
  });

  it('fails alone when its connection is cut; the process and the next transaction are not affected', async () => {
    const cut = test.database.transact(1, async (tx) => {
      const own = await tx.first<{ pid: number }>('SELECT pg_backend_pid() AS pid');
      await test.asOwner('SELECT pg_terminate_backend($1)', [own?.pid]);
      await expect.poll(() => test.asOwner('SELECT FROM pg_stat_activity WHERE pid = $1', [own?.pid])).toHaveLength(0);
      await tx.query('SELECT 1');
    });
    await expect(cut).rejects.toThrow();
    expect(await test.database.transact(1, (tx) => tx.first('SELECT 1 AS one'))).toEqual({ one: 1 });
  });

  it('treats a node that accepts no writes as unavailable, and drops every connection to it', async () => {
    const pair = databaseAt(test.ownerUrl, test.url, { size: 2 });
    try {
      // Both connections are to a node that accepts no writes, as after a demotion.
      const both = Promise.withResolvers<void>();
      let demoted = 0;
      const demote = () =>
        pair.database.transact(1, async (tx) => {
          await tx.query('SET SESSION default_transaction_read_only = on');
          demoted += 1;
          if (demoted === 2) both.resolve();
          await both.promise;
        });
      await Promise.all([demote(), demote()]);
      const write = () =>
        pair.database.transact(1, (tx) => tx.first<{ n: number }>("SELECT 1 AS n, nextval('read_only_test')"));
      await test.asOwner('CREATE SEQUENCE read_only_test');
      await test.asOwner('GRANT USAGE ON SEQUENCE read_only_test TO wattle_app');
      const refused = await write().catch((error: unknown) => error);
      expect(isDatabaseAway(refused)).toBe(true);
      expect(refused).toBeInstanceOf(DatabaseReadOnly);
      // The new connections are to a node that accepts writes.
      expect(await Promise.all([write(), write(), write()])).toHaveLength(3);
    } finally {
      await pair.close();
    }
  });

  it('reports a write in a read-only transaction as that error', async () => {
    const write = test.database.readShared((tx) => tx.run('CREATE TEMP SEQUENCE never'));
    const error = await write.catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ code: '25006' });
    expect(isDatabaseAway(error)).toBe(false);
  });

  describe('a transaction with a deferred statement', () => {
    const NOTE = 'INSERT INTO instance_note (word) VALUES ($1)';
    const words = async () =>
      (await test.asOwner<{ word: string }>('SELECT word FROM instance_note')).map((row) => row.word);
    beforeAll(async () => {
      await test.asOwner('CREATE TABLE instance_note (word text UNIQUE)');
      await test.asOwner('GRANT SELECT, INSERT ON instance_note TO wattle_app');
    });

    it('commits it with the other statements, in the order in which they were sent', async () => {
      const seen = await test.database.transact(1, async (tx) => {
        tx.later(NOTE, ['first']);
        return tx.query('SELECT word FROM instance_note');
      });
      expect(seen).toEqual([{ word: 'first' }]);
      expect(await words()).toEqual(['first']);
    });

    it('throws its error and writes nothing', async () => {
      const work = test.database.transact(1, async (tx) => {
        tx.later(NOTE, ['second']);
        tx.later(NOTE, ['first']);
        tx.later(NOTE, ['third']);
      });
      await expect(work).rejects.toMatchObject({ code: '23505' });
      expect(await words()).toEqual(['first']);
    });

    it('does not call afterCommit when it failed', async () => {
      let isHeard = false;
      const work = test.database.transact(1, async (tx) => {
        tx.afterCommit(() => {
          isHeard = true;
        });
        tx.later(NOTE, ['first']);
      });
      await expect(work).rejects.toThrow();
      expect(isHeard).toBe(false);
    });

    it('leaves a usable connection', async () => {
      const failing = Array.from({ length: 30 }, () =>
        test.database.transact(1, async (tx) => tx.later('SELECT 1 / 0')).catch(() => 'failed'),
      );
      expect(new Set(await Promise.all(failing))).toEqual(new Set(['failed']));
      const after = Array.from({ length: 30 }, () => test.database.transact(1, (tx) => tx.first('SELECT 1 AS one')));
      expect(new Set((await Promise.all(after)).map((row) => JSON.stringify(row)))).toEqual(new Set(['{"one":1}']));
    });
  });
});
