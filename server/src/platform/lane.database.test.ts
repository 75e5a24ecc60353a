import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { givenDatabase, type TestDatabase } from '../../test-support/database.ts';
import type { Tx } from './database.ts';
import { type Lane, openLane } from './lane.ts';

let test: TestDatabase;
let lane: Lane;
beforeAll(async () => {
  test = await givenDatabase();
  await test.asOwner('CREATE TABLE said (n integer GENERATED ALWAYS AS IDENTITY, word text UNIQUE)');
  await test.asOwner('GRANT SELECT, INSERT ON said TO wattle_app');
  await test.asOwner(`
    CREATE FUNCTION at_commit() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      PERFORM pg_sleep(0.3);
      IF NEW.word LIKE 'refused%' THEN RAISE EXCEPTION 'not committed'; END IF;
      RETURN NULL;
    END $$`);
  await test.asOwner(`
    CREATE CONSTRAINT TRIGGER slow_commit AFTER INSERT ON said DEFERRABLE INITIALLY DEFERRED
    FOR EACH ROW WHEN (NEW.word LIKE '% slowly') EXECUTE FUNCTION at_commit()`);
});
beforeEach(() => {
  lane = openLane();
});
afterAll(() => test.close());

const SAY = 'INSERT INTO said (word) VALUES ($1)';
const words = async () =>
  (await test.asOwner<{ word: string }>('SELECT word FROM said ORDER BY n')).map(({ word }) => word);
const pidOf = async (tx: Tx) => (await tx.first<{ pid: number }>('SELECT pg_backend_pid() AS pid'))?.pid;

/** Says the word and ends, of which PostgreSQL is not done for 0.3 s. Answers once COMMIT has gone out. */
async function beginSlowly(word: string) {
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
  return { done, isDone: () => isDone };
}

function follow(word: string): Promise<number | undefined> {
  const work = async (tx: Tx) => {
    tx.later(SAY, [word]);
    return pidOf(tx);
  };
  return test.database.transact(1, work, lane);
}

describe('a transaction in a lane', () => {
  it('goes on the connection of the one before, whose COMMIT is not answered yet', async () => {
    const first = await beginSlowly('a');
    const seen = test.database.transact(
      1,
      async (tx) => {
        expect(first.isDone()).toBe(false);
        return { pid: await pidOf(tx), words: await tx.query('SELECT word FROM said') };
      },
      lane,
    );
    // What the first has committed is there for the second.
    expect(await seen).toEqual({ pid: await first.done, words: [{ word: 'a slowly' }] });
  });

  it('gets a connection of its own where the one before has not ended', async () => {
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

  it('stands whatever becomes of the one before: its COMMIT is refused', async () => {
    const first = await beginSlowly('refused');
    expect(await follow('after a refused COMMIT')).toEqual(expect.any(Number));
    await expect(first.done).rejects.toThrow('not committed');
    expect((await words()).at(-1)).toBe('after a refused COMMIT');
  });

  it('stands where a statement of the one before failed that was sent later', async () => {
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
    // The work has ended, and with it COMMIT gone out, when its promises have had their turn.
    await new Promise((next) => setTimeout(next, 50));
    const [first, second] = await Promise.allSettled([failing, follow('after a failed one')]);
    expect(first).toMatchObject({ status: 'rejected', reason: { code: '23505' } });
    expect(second.status).toBe('fulfilled');
    expect((await words()).at(-1)).toBe('after a failed one');
    expect(await words()).not.toContain('never');
  });

  it('leaves alone what the one before has committed when it fails itself', async () => {
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
    await expect(failing).rejects.toThrow('changed its mind');
    await first.done;
    expect((await words()).at(-1)).toBe('b slowly');
  });

  it('is lost with the connection, as the one before; the next gets another', async () => {
    const first = await beginSlowly('lost');
    const second = follow('lost too');
    second.catch(() => {});
    const pids = await test.asOwner<{ pid: number }>(
      "SELECT pid FROM pg_stat_activity WHERE query = 'COMMIT' AND state = 'active' AND datname = current_database()",
    );
    expect(pids).toHaveLength(1);
    await test.asOwner('SELECT pg_terminate_backend($1)', [pids[0]?.pid]);
    const ends = await Promise.allSettled([first.done, second]);
    expect(ends.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(await follow('found')).not.toBe(pids[0]?.pid);
    expect((await words()).filter((word) => word.startsWith('lost'))).toEqual([]);
  });

  it('gives its connection back to the pool when nobody follows', async () => {
    // More than the pool has.
    for (let n = 0; n < 30; n += 1) await test.database.transact(1, (tx) => tx.first('SELECT 1 AS one'), openLane());
    const lanes = await Promise.all(
      Array.from({ length: 30 }, () => test.database.transact(1, (tx) => tx.first('SELECT 1 AS one'), openLane())),
    );
    expect(lanes).toHaveLength(30);
  });

  it('sends nothing more once it has ended, which another one would pay for', async () => {
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
