import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { givenDatabase, type TestDatabase } from '../../../test-support/processes/database.ts';
import type { Tx } from '../database/database.ts';
import { type Lane, openLane } from './lane.ts';

let test: TestDatabase;
let lane: Lane;
/** Holds the lock that a slow COMMIT waits for. */
let gate: pg.Client;
beforeAll(async () => {
  test = await givenDatabase();
  await test.asOwner('CREATE TABLE said (n integer GENERATED ALWAYS AS IDENTITY, word text UNIQUE)');
  await test.asOwner('GRANT SELECT, INSERT ON said TO wattle_app');
  await test.asOwner(`
    CREATE FUNCTION at_commit() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      PERFORM pg_advisory_xact_lock(1);
      IF NEW.word LIKE 'refused%' THEN RAISE EXCEPTION 'not committed'; END IF;
      RETURN NULL;
    END $$`);
  await test.asOwner(`
    CREATE CONSTRAINT TRIGGER slow_commit AFTER INSERT ON said DEFERRABLE INITIALLY DEFERRED
    FOR EACH ROW WHEN (NEW.word LIKE '% slowly') EXECUTE FUNCTION at_commit()`);
  gate = new pg.Client({ connectionString: test.ownerUrl });
  await gate.connect();
});
beforeEach(() => {
  lane = openLane();
});
afterAll(async () => {
  await gate.end();
  await test.close();
});

const SAY = 'INSERT INTO said (word) VALUES ($1)';
const words = async () =>
  (await test.asOwner<{ word: string }>('SELECT word FROM said ORDER BY n')).map(({ word }) => word);
const pidOf = async (tx: Tx) => (await tx.first<{ pid: number }>('SELECT pg_backend_pid() AS pid'))?.pid;

/** Inserts the word and commits, which PostgreSQL does only once the gate is opened. Resolves once COMMIT was sent. */
async function beginSlowly(word: string) {
  await gate.query('SELECT pg_advisory_lock(1)');
  let done: Promise<number | undefined> | undefined;
  await new Promise<void>((sent) => {
    done = test.database.transact(
      1,
      async (tx) => {
        const pid = await pidOf(tx);
        tx.later(SAY, [`${word} slowly`]);
        setImmediate(sent);
        return pid;
      },
      lane,
    );
    done.catch(() => {});
  });
  let isDone = false;
  const note = () => {
    isDone = true;
  };
  done?.then(note, note);
  return { done, isDone: () => isDone, letGo: () => gate.query('SELECT pg_advisory_unlock(1)') };
}

function follow(word: string): Promise<number | undefined> {
  const work = async (tx: Tx) => {
    tx.later(SAY, [word]);
    return pidOf(tx);
  };
  return test.database.transact(1, work, lane);
}

describe('a transaction in a lane', () => {
  it('uses the connection of the previous one before its COMMIT is answered', async () => {
    const first = await beginSlowly('a');
    const seen = test.database.transact(
      1,
      async (tx) => {
        expect(first.isDone()).toBe(false);
        await first.letGo();
        return { pid: await pidOf(tx), words: await tx.query('SELECT word FROM said') };
      },
      lane,
    );
    // The second sees everything that the first committed.
    expect(await seen).toEqual({ pid: await first.done, words: [{ word: 'a slowly' }] });
  });

  it('gets its own connection if the previous one has not sent its end', async () => {
    const both = await test.database.transact(
      1,
      async (tx) => {
        tx.later(SAY, ['open']);
        return [await pidOf(tx), await follow('beside')];
      },
      lane,
    );
    expect(new Set(both).size).toBe(2);
    expect((await words()).slice(-2)).toEqual(['open', 'beside']);
  });

  it('is independent of the previous one: its COMMIT is refused', async () => {
    const first = await beginSlowly('refused');
    const second = follow('after a refused COMMIT');
    await first.letGo();
    expect(await second).toEqual(expect.any(Number));
    await expect(first.done).rejects.toThrow('not committed');
    expect((await words()).at(-1)).toBe('after a refused COMMIT');
  });

  it('is independent of a failed `later` statement of the previous one', async () => {
    const failing = test.database.transact(
      1,
      async (tx) => {
        tx.later(SAY, ['never']);
        tx.later('SELECT FROM pg_sleep(0.2)');
        tx.later(SAY, ['never']);
      },
      lane,
    );
    failing.catch(() => {});
    // After pending promises are processed, the work has ended and COMMIT was sent.
    await new Promise((next) => setTimeout(next, 50));
    const [first, second] = await Promise.allSettled([failing, follow('after a failed one')]);
    expect(first).toMatchObject({ status: 'rejected', reason: { code: '23505' } });
    expect(second.status).toBe('fulfilled');
    expect((await words()).at(-1)).toBe('after a failed one');
    expect(await words()).not.toContain('never');
  });

  it('does not affect the previous commit when it fails', async () => {
    const first = await beginSlowly('b');
    const failing = test.database.transact(
      1,
      async (tx) => {
        tx.later(SAY, ['taken back']);
        await pidOf(tx);
        throw new Error('changed its mind');
      },
      lane,
    );
    failing.catch(() => {});
    await first.letGo();
    await expect(failing).rejects.toThrow('changed its mind');
    await first.done;
    expect((await words()).at(-1)).toBe('b slowly');
  });

  it('fails with the connection, like the previous one; the next gets a new connection', async () => {
    const first = await beginSlowly('lost');
    const second = follow('lost too');
    second.catch(() => {});
    const committing = () =>
      test.asOwner<{ pid: number }>(
        "SELECT pid FROM pg_stat_activity WHERE query = 'COMMIT' AND state = 'active' AND datname = current_database()",
      );
    await expect.poll(committing).toHaveLength(1);
    const pids = await committing();
    await test.asOwner('SELECT pg_terminate_backend($1)', [pids[0]?.pid]);
    await first.letGo();
    const ends = await Promise.allSettled([first.done, second]);
    expect(ends.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(await follow('found')).not.toBe(pids[0]?.pid);
    expect((await words()).filter((word) => word.startsWith('lost'))).toEqual([]);
  });

  it('returns its connection to the pool when no transaction follows', async () => {
    // More than the pool size.
    for (let n = 0; n < 30; n += 1) await test.database.transact(1, (tx) => tx.first('SELECT 1 AS one'), openLane());
    const lanes = await Promise.all(
      Array.from({ length: 30 }, () => test.database.transact(1, (tx) => tx.first('SELECT 1 AS one'), openLane())),
    );
    expect(lanes).toHaveLength(30);
  });

  it('sends nothing after its end, which would affect another transaction', async () => {
    let late: Tx | undefined;
    await test.database.transact(
      1,
      async (tx) => {
        late = tx;
      },
      lane,
    );
    await expect(late?.run(SAY, ['too late'])).rejects.toThrow('the transaction has ended');
    expect(await words()).not.toContain('too late');
  });
});
