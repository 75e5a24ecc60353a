import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Tx } from './database.ts';
import { databaseAt, givenDatabase, type TestDatabase } from '../../test-support/database.ts';

let test: TestDatabase;
beforeAll(async () => {
  test = await givenDatabase();
});
afterAll(() => test.close());

describe('a transaction', () => {
  it('tells why it failed, not that what was sent along came too late', async () => {
    const work = test.database.transact(1, (tx) => {
      const late = tx.query('SELECT 1');
      // Whoever is further away from the statement hears of it later.
      const failing = (async () => (async () => tx.query('SELECT 1 / 0'))())();
      const later = tx.query('SELECT 2');
      return Promise.all([late, failing, later]);
    });
    await expect(work).rejects.toMatchObject({ code: '22012' });
  });

  it('goes on after a savepoint that took a failure back, and tells of the next one', async () => {
    const work = test.database.transact(1, async (tx) => {
      await tx.run('SAVEPOINT attempt');
      await expect(tx.query('SELECT 1 / 0')).rejects.toMatchObject({ code: '22012' });
      await tx.run('ROLLBACK TO SAVEPOINT attempt');
      expect(await tx.first('SELECT 1 AS one')).toEqual({ one: 1 });
      await Promise.all([tx.query('SELECT nothing'), tx.query('SELECT 2')]);
    });
    await expect(work).rejects.toMatchObject({ code: '42703' });
  });

  it('hears what has come meanwhile when its own process was stopped for longer than it waits', async () => {
    const patient = databaseAt(test.ownerUrl, test.url, { size: 1, answerMs: 200 });
    try {
      const answer = patient.database.readShared(async (tx) => {
        const slept = tx.first('SELECT 1 AS one FROM pg_sleep(0.1)');
        await new Promise((sent) => setTimeout(sent, 50));
        // Behind it Node looks at its timers, and then at its sockets.
        await new Promise((next) => setImmediate(next));
        Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 600);
        return slept;
      });
      expect(await answer).toEqual({ one: 1 });
      const silent = patient.database.readShared((tx) => tx.first('SELECT FROM pg_sleep(1)'));
      await expect(silent).rejects.toThrow('no answer in 200 ms');
    } finally {
      await patient.close();
    }
  });

  it('is of a tenant that is a whole number, and no other text comes near the database', async () => {
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

  it('plans for a table that will grow, however small it is', async () => {
    await test.asOwner('CREATE TABLE small (id integer PRIMARY KEY, word text)');
    await test.asOwner("INSERT INTO small VALUES (1, 'a'), (2, 'b')");
    await test.asOwner('ANALYZE small');
    await test.asOwner('GRANT SELECT ON small TO wattle_app');
    const plan = await test.database.transact(1, (tx) => tx.query('EXPLAIN SELECT word FROM small WHERE id = 2'));
    expect(plan.map((row) => JSON.stringify(row)).join('\n')).toContain('Index Scan using small_pkey');
    // Without an index there is no other way than to read it whole.
    const all = await test.database.transact(1, (tx) => tx.query("SELECT id FROM small WHERE word = 'b'"));
    expect(all).toEqual([{ id: 2 }]);
  });

  it('hears what was flushed while the database is still busy with what was asked behind it', async () => {
    // Locks of all databases are in that list, and other tests wait for theirs.
    const isBlocked = async () =>
      (
        await test.asOwner(
          `SELECT FROM pg_locks l JOIN pg_database d ON d.oid = l.database
            WHERE d.datname = current_database() AND l.locktype = 'advisory' AND NOT l.granted`,
        )
      ).length === 1;
    /** Asks while another transaction keeps what is asked behind it from ending: whether it was answered by then. */
    const askedAheadOfBlocked = (tx: Tx, patienceMs: number, between?: () => void) =>
      test.database.transact(1, async (other) => {
        await other.query('SELECT pg_advisory_lock(1)');
        let isAnswered = false;
        const asked = tx.first('SELECT 1 AS one').then(() => (isAnswered = true));
        between?.();
        const blocked = tx.query('SELECT pg_advisory_lock_shared(1)');
        await expect.poll(isBlocked).toBe(true);
        // The answer, if there is one, was sent before the lock was asked for; it may still be on its way.
        await Promise.race([asked, new Promise((late) => setTimeout(late, patienceMs))]);
        const wasAnswered = isAnswered;
        await other.query('SELECT pg_advisory_unlock(1)');
        await Promise.all([asked, blocked, tx.query('SELECT pg_advisory_unlock_shared(1)')]);
        return wasAnswered;
      });
    await test.database.transact(1, async (tx) => {
      // The first time prepares the statements, each of which is answered by itself.
      await askedAheadOfBlocked(tx, 100);
      expect(await askedAheadOfBlocked(tx, 100)).toBe(false);
      expect(await askedAheadOfBlocked(tx, 3000, () => tx.flush())).toBe(true);
    });
  });

  it('fails alone when its connection is cut; the process and the next one live', async () => {
    const cut = test.database.transact(1, async (tx) => {
      const own = await tx.first<{ pid: number }>('SELECT pg_backend_pid() AS pid');
      await test.asOwner('SELECT pg_terminate_backend($1)', [own?.pid]);
      await expect.poll(() => test.asOwner('SELECT FROM pg_stat_activity WHERE pid = $1', [own?.pid])).toHaveLength(0);
      await tx.query('SELECT 1');
    });
    await expect(cut).rejects.toThrow();
    expect(await test.database.transact(1, (tx) => tx.first('SELECT 1 AS one'))).toEqual({ one: 1 });
  });

  describe('with a statement that is sent later', () => {
    const NOTE = 'INSERT INTO instance_note (word) VALUES ($1)';
    const words = async () =>
      (await test.asOwner<{ word: string }>('SELECT word FROM instance_note')).map((row) => row.word);
    beforeAll(async () => {
      await test.asOwner('CREATE TABLE instance_note (word text UNIQUE)');
      await test.asOwner('GRANT SELECT, INSERT ON instance_note TO wattle_app');
    });

    it('commits it with the rest, in the order in which they were sent', async () => {
      const seen = await test.database.transact(1, async (tx) => {
        tx.later(NOTE, ['first']);
        return tx.query('SELECT word FROM instance_note');
      });
      expect(seen).toEqual([{ word: 'first' }]);
      expect(await words()).toEqual(['first']);
    });

    it('throws what it failed of, and nothing is written', async () => {
      const work = test.database.transact(1, async (tx) => {
        tx.later(NOTE, ['second']);
        tx.later(NOTE, ['first']);
        tx.later(NOTE, ['third']);
      });
      await expect(work).rejects.toMatchObject({ code: '23505' });
      expect(await words()).toEqual(['first']);
    });

    it('reacts to no commit where it failed', async () => {
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

    it('leaves a connection that serves the next one', async () => {
      const failing = Array.from({ length: 30 }, () =>
        test.database.transact(1, async (tx) => tx.later('SELECT 1 / 0')).catch(() => 'failed'),
      );
      expect(new Set(await Promise.all(failing))).toEqual(new Set(['failed']));
      const after = Array.from({ length: 30 }, () => test.database.transact(1, (tx) => tx.first('SELECT 1 AS one')));
      expect(new Set((await Promise.all(after)).map((row) => JSON.stringify(row)))).toEqual(new Set(['{"one":1}']));
    });
  });
});
