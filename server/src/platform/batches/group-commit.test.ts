import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Group, type GroupOptions, openGroup } from './group-commit.ts';

class Lost extends Error {}
const isLost = (error: unknown) => error instanceof Lost;

/** A group whose commits the test resolves. */
function givenGroup(options: Partial<GroupOptions<number, string>> = {}) {
  const batches: (readonly number[])[] = [];
  const ends: (() => void)[] = [];
  const sends: (() => void)[] = [];
  const outcomes: string[] = [];
  const group = openGroup<number, string>({
    isLost,
    run: (items, sent) => {
      batches.push(items);
      sends.push(sent);
      return new Promise((resolve) => ends.push(() => resolve(items.map((item) => `done ${item}`))));
    },
    ...options,
  });
  return { group, batches, outcomes, endNext: () => ends.shift()?.(), sendNext: () => sends.at(-1)?.() };
}

const turnOfTheLoop = () => new Promise((resolve) => setImmediate(resolve));

/** Submits each in a separate turn of the event loop, so that the second waits for the first. */
function submitInTurns(group: Group<number, string>, outcomes: string[], items: readonly number[]): void {
  const [item, ...others] = items;
  if (item === undefined) return;
  void group.submit(item).then((outcome) => outcomes.push(outcome));
  setImmediate(() => submitInTurns(group, outcomes, others));
}

const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => from + index);

describe('a group', () => {
  it('runs a single item immediately when no batch is in flight', async () => {
    const { group, batches, endNext } = givenGroup();
    const outcome = group.submit(1);
    await turnOfTheLoop();
    expect(batches).toEqual([[1]]);
    endNext();
    expect(await outcome).toBe('done 1');
  });

  it('batches the items of one turn of the event loop', async () => {
    const { group, batches } = givenGroup();
    void group.submit(1);
    void group.submit(2);
    await turnOfTheLoop();
    expect(batches).toEqual([[1, 2]]);
  });

  it('collects items that arrive during a batch, and runs them in order when it has ended', async () => {
    const { group, batches, endNext } = givenGroup();
    void group.submit(1);
    await turnOfTheLoop();
    const later = [group.submit(2), group.submit(3)];
    await turnOfTheLoop();
    later.push(group.submit(4));
    await turnOfTheLoop();
    expect(batches).toEqual([[1]]);
    endNext();
    await turnOfTheLoop();
    expect(batches).toEqual([[1], [2, 3, 4]]);
    endNext();
    expect(await Promise.all(later)).toEqual(['done 2', 'done 3', 'done 4']);
  });

  it('makes no batch larger than 64 or the configured size', async () => {
    for (const [largest, sizes] of [
      [undefined, [1, 64, 36]],
      [40, [1, 40, 40, 20]],
    ] as const) {
      const { group, batches, endNext } = givenGroup(largest === undefined ? {} : { largest });
      const first = group.submit(0);
      await turnOfTheLoop();
      const all = [first, ...range(1, 100).map((item) => group.submit(item))];
      for (const _ of sizes) {
        endNext();
        await turnOfTheLoop();
      }
      expect(batches.map((batch) => batch.length)).toEqual(sizes);
      expect(await Promise.all(all)).toEqual(range(0, 100).map((item) => `done ${item}`));
    }
  });

  it('settles the promises of a batch when the next batch starts', async () => {
    const { group, endNext, outcomes } = givenGroup();
    submitInTurns(group, outcomes, [1, 2]);
    await turnOfTheLoop();
    await turnOfTheLoop();
    endNext();
    await turnOfTheLoop();
    await turnOfTheLoop();
    expect(outcomes).toEqual(['done 1']);
  });
});

describe('a batch in flight', () => {
  it('is followed by the next before it ends when as many items wait as it has', async () => {
    const { group, batches, endNext, sendNext, outcomes } = givenGroup();
    for (const item of [1, 2]) void group.submit(item).then((outcome) => outcomes.push(outcome));
    await turnOfTheLoop();
    sendNext();
    void group.submit(3);
    await turnOfTheLoop();
    await turnOfTheLoop();
    expect(batches).toEqual([[1, 2]]);
    void group.submit(4);
    await turnOfTheLoop();
    expect(batches).toEqual([
      [1, 2],
      [3, 4],
    ]);
    endNext();
    await turnOfTheLoop();
    await turnOfTheLoop();
    expect(outcomes).toEqual(['done 1', 'done 2']);
  });

  it('is followed immediately when as many items waited before', async () => {
    const { group, batches, sendNext } = givenGroup();
    void group.submit(1);
    await turnOfTheLoop();
    for (const item of [2, 3]) void group.submit(item);
    await turnOfTheLoop();
    expect(batches).toEqual([[1]]);
    sendNext();
    await turnOfTheLoop();
    expect(batches).toEqual([[1], [2, 3]]);
  });

  it('is followed by only one more, and a third waits until the first has ended', async () => {
    const { group, batches, endNext, sendNext } = givenGroup();
    for (const item of [1, 2, 3]) {
      void group.submit(item);
      await turnOfTheLoop();
      sendNext();
      await turnOfTheLoop();
    }
    expect(batches).toEqual([[1], [2]]);
    endNext();
    await turnOfTheLoop();
    expect(batches).toEqual([[1], [2], [3]]);
  });

  it('that fails is retried item by item while the next batch continues', async () => {
    const runs: (readonly number[])[] = [];
    const group = openGroup<number, string>({
      isLost,
      run: async (items, sent) => {
        runs.push(items);
        if (items.length > 1) sent();
        for (let turn = 0; turn < 3; turn += 1) await turnOfTheLoop();
        if (items.length > 1 && items.includes(2)) throw new Error('poison');
        return items.map((item) => `done ${item}`);
      },
    });
    const first = [1, 2].map((item) => group.submit(item));
    await turnOfTheLoop();
    const behind = [3, 4].map((item) => group.submit(item));
    expect(await Promise.all([...first, ...behind])).toEqual(['done 1', 'done 2', 'done 3', 'done 4']);
    expect(runs).toEqual([[1, 2], [3, 4], [1], [2]]);
  });
});

describe('a batch that throws', () => {
  /** Item 1 runs and blocks the group; the others form one batch. */
  async function submitTogether(run: GroupOptions<number, string>['run'], items: readonly number[]) {
    const runs: (readonly number[])[] = [];
    const group = openGroup<number, string>({
      isLost,
      run: (batch, sent) => {
        runs.push(batch);
        return run(batch, sent);
      },
    });
    const settled = await Promise.allSettled(items.map((item) => group.submit(item)));
    const answers = settled.map((one) => (one.status === 'fulfilled' ? one.value : (one.reason as Error).message));
    return { runs, answers, group };
  }
  const done = (items: readonly number[]) => items.map((item) => `done ${item}`);

  it('is retried item by item, and only the faulty item fails', async () => {
    const { runs, answers } = await submitTogether(
      async (items) => {
        if (items.includes(3)) throw new Error('poison');
        return done(items);
      },
      [2, 3, 4],
    );
    expect(runs).toEqual([[2, 3, 4], [2], [3], [4]]);
    expect(answers).toEqual(['done 2', 'poison', 'done 4']);
  });

  it('with one item is retried once, since a deadlock may be over', async () => {
    let tries = 0;
    const { answers } = await submitTogether(
      async (items) => {
        tries += 1;
        if (tries === 1) throw new Error('deadlock');
        return done(items);
      },
      [7],
    );
    expect(answers).toEqual(['done 7']);
    expect(tries).toBe(2);
  });

  it('for a lost database fails as a whole and is not retried', async () => {
    const { runs, answers } = await submitTogether(async () => {
      throw new Lost('no connection');
    }, [2, 3]);
    expect(runs).toEqual([[2, 3]]);
    expect(answers).toEqual(['no connection', 'no connection']);
  });

  it('and loses the connection during the retries fails only the remaining items', async () => {
    const { runs, answers } = await submitTogether(
      async (items) => {
        if (items.length > 1) throw new Error('poison');
        if (items[0] === 3) throw new Lost('no connection');
        return done(items);
      },
      [2, 3, 4, 5],
    );
    expect(runs).toEqual([[2, 3, 4, 5], [2], [3]]);
    expect(answers).toEqual(['done 2', 'no connection', 'no connection', 'no connection']);
  });

  it('leaves the group usable', async () => {
    let isAway = true;
    const { answers, group } = await submitTogether(
      async (items) => {
        if (isAway) throw new Lost('no connection');
        return done(items);
      },
      [1],
    );
    expect(answers).toEqual(['no connection']);
    isAway = false;
    expect(await group.submit(2)).toBe('done 2');
  });

  it('includes a batch with fewer outcomes than items', async () => {
    const { answers } = await submitTogether(async (items) => (items.length > 1 ? ['one'] : done(items)), [1, 2]);
    expect(answers).toEqual(['done 1', 'done 2']);
  });
});

it('every item gets its own outcome once, for any arrival order and any failing items', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.record({ isPoison: fc.boolean(), turnsBefore: fc.nat(3) }), { maxLength: 40 }),
      fc.integer({ min: 1, max: 5 }),
      async (items, largest) => {
        const carriedOut: number[] = [];
        let underWay = 0;
        const group = openGroup<number, number>({
          largest,
          isLost,
          run: async (batch, sent) => {
            underWay += 1;
            expect(batch.length).toBeLessThanOrEqual(largest);
            // One batch, and one behind it that is as large.
            expect(underWay).toBeLessThanOrEqual(2);
            await turnOfTheLoop();
            if (batch.length > 1) sent();
            await turnOfTheLoop();
            underWay -= 1;
            if (batch.some((index) => items[index]?.isPoison)) throw new Error('poison');
            carriedOut.push(...batch);
            return [...batch];
          },
        });
        const submitted: Promise<number | 'poison'>[] = [];
        for (const [index, { turnsBefore }] of items.entries()) {
          for (let turn = 0; turn < turnsBefore; turn += 1) await turnOfTheLoop();
          submitted.push(group.submit(index).catch(() => 'poison' as const));
        }
        expect(await Promise.all(submitted)).toEqual(items.map(({ isPoison }, index) => (isPoison ? 'poison' : index)));
        const good = items.flatMap(({ isPoison }, index) => (isPoison ? [] : [index]));
        expect(carriedOut.toSorted((a, b) => a - b)).toEqual(good);
      },
    ),
  );
});
