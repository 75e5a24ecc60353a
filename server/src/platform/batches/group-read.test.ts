import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import type { Tx } from '../database/database.ts';
import { openReadGroup, type ReadGroup } from './group-read.ts';

class Lost extends Error {}

/** A transaction whose begin and end are controlled by the test. */
type Fake = { readonly tx: Tx; readonly items: number[]; begin(): void; hasEnded: boolean };

function givenGroup({ begins = true }: { readonly begins?: boolean } = {}) {
  const fakes: Fake[] = [];
  const group = openReadGroup<number, string>({
    isLost: (error) => error instanceof Lost,
    async read(work) {
      let begin = () => {};
      const begun = new Promise<void>((resolve) => {
        begin = resolve;
      });
      const fake: Fake = { tx: {} as Tx, items: [], begin, hasEnded: false };
      fakes.push(fake);
      if (!begins) await begun;
      await work(fake.tx);
      fake.hasEnded = true;
    },
    know: async (tx, items) => {
      fakes.find((fake) => fake.tx === tx)?.items.push(...items);
      return items.map((item) => `known ${item}`);
    },
  });
  return { group, fakes, batches: () => fakes.map(({ items }) => items) };
}

const turnOfTheLoop = () => new Promise((resolve) => setImmediate(resolve));

/** Work that is resolved by the test. */
function openWork() {
  const ends: (() => void)[] = [];
  const work = (_tx: Tx, known: string) =>
    new Promise<string>((resolve) => {
      ends.push(() => resolve(known));
    });
  return { work, endAll: () => ends.splice(0).forEach((end) => end()) };
}

async function submitInTurns(group: ReadGroup<number, string>, work: (tx: Tx, known: string) => Promise<string>) {
  const outcomes: Promise<string>[] = [];
  for (const item of [1, 2, 3]) {
    outcomes.push(group.submit(item, work));
    await turnOfTheLoop();
  }
  return outcomes;
}

describe('a group of reads', () => {
  it('reads immediately for a single caller, with the preloaded data of the item', async () => {
    const { group, batches } = givenGroup();
    expect(await group.submit(1, async (_tx, known) => `read as ${known}`)).toBe('read as known 1');
    expect(batches()).toEqual([[1]]);
  });

  it('batches items of the same turn of the event loop', async () => {
    const { group, batches } = givenGroup();
    const [one, two] = [1, 2].map((item) => group.submit(item, async (_tx, known) => known));
    expect([await one, await two]).toEqual(['known 1', 'known 2']);
    expect(batches()).toEqual([[1, 2]]);
  });

  it('runs at most three batches; items that arrive meanwhile form the next one', async () => {
    const { group, batches } = givenGroup();
    const { work, endAll } = openWork();
    const first = await submitInTurns(group, work);
    const later = [4, 5, 6].map((item) => group.submit(item, work));
    await turnOfTheLoop();
    expect(batches()).toEqual([[1], [2], [3]]);
    endAll();
    expect(await Promise.all(first)).toEqual(['known 1', 'known 2', 'known 3']);
    await turnOfTheLoop();
    expect(batches()).toEqual([[1], [2], [3], [4, 5, 6]]);
    endAll();
    expect(await Promise.all(later)).toEqual(['known 4', 'known 5', 'known 6']);
  });

  it('makes no batch larger than 64', async () => {
    const { group, batches } = givenGroup();
    const work = async () => {};
    await Promise.all(Array.from({ length: 300 }, (_, item) => group.submit(item, work)));
    expect(batches().map(({ length }) => length)).toEqual([64, 64, 64, 64, 44]);
    expect(batches().flat()).toEqual(Array.from({ length: 300 }, (_, item) => item));
  });

  it('never uses a transaction that began before the call', async () => {
    const { group, fakes, batches } = givenGroup({ begins: false });
    const work = async (_tx: Tx, known: string) => known;
    const first = group.submit(1, work);
    await turnOfTheLoop();
    const second = group.submit(2, work);
    await turnOfTheLoop();
    fakes.forEach((fake) => fake.begin());
    expect([await first, await second]).toEqual(['known 1', 'known 2']);
    expect(batches()).toEqual([[1], [2]]);
  });

  it('resolves each outcome as soon as it is known, while others are still read', async () => {
    const { group, fakes } = givenGroup();
    const { work, endAll } = openWork();
    const slow = group.submit(1, work);
    expect(await group.submit(2, async () => 'quick')).toBe('quick');
    expect(fakes.map(({ hasEnded }) => hasEnded)).toEqual([false]);
    endAll();
    expect(await slow).toBe('known 1');
    await turnOfTheLoop();
    expect(fakes.map(({ hasEnded }) => hasEnded)).toEqual([true]);
  });

  it('does not count a batch that takes longer than 50 ms', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    try {
      const { group, batches } = givenGroup();
      const { work, endAll } = openWork();
      const slow = await submitInTurns(group, work);
      const next = group.submit(4, async (_tx, known) => known);
      vi.advanceTimersByTime(49);
      await turnOfTheLoop();
      expect(batches()).toEqual([[1], [2], [3]]);
      vi.advanceTimersByTime(1);
      expect(await next).toBe('known 4');
      endAll();
      expect(await Promise.all(slow)).toEqual(['known 1', 'known 2', 'known 3']);
      // Slow batches are not subtracted from the count twice.
      const again = await submitInTurns(group, work);
      void group.submit(5, work);
      await turnOfTheLoop();
      expect(batches().slice(4)).toEqual([[1], [2], [3]]);
      endAll();
      await Promise.all(again);
    } finally {
      vi.useRealTimers();
    }
  });
});

describe('failures in a group of reads', () => {
  /** Fails when batched, as after another item's error, or always. */
  function failing(of: Error, { always = false } = {}) {
    let runs = 0;
    const work = async (_tx: Tx, known: string) => {
      runs += 1;
      if (always || runs === 1) throw of;
      return known;
    };
    return { work, runs: () => runs };
  }

  it('are retried alone; resolved items are not read again', async () => {
    const { group, batches } = givenGroup();
    const [broken, victim] = [failing(new Error('its own'), { always: true }), failing(new Error('of another'))];
    const well = vi.fn(async (_tx: Tx, known: string) => known);
    const outcomes = await Promise.allSettled([
      group.submit(1, broken.work),
      group.submit(2, victim.work),
      group.submit(3, well),
    ]);
    expect(outcomes).toEqual([
      { status: 'rejected', reason: new Error('its own') },
      { status: 'fulfilled', value: 'known 2' },
      { status: 'fulfilled', value: 'known 3' },
    ]);
    expect(batches()).toEqual([[1, 2, 3], [1], [2]]);
    expect([broken.runs(), victim.runs(), well.mock.calls.length]).toEqual([2, 2, 1]);
  });

  it('are thrown directly if the item was alone or if the error affects all', async () => {
    const { group, batches } = givenGroup();
    const alone = failing(new Error('a bug'), { always: true });
    await expect(group.submit(1, alone.work)).rejects.toThrow('a bug');
    const lost = [2, 3].map((item) => group.submit(item, failing(new Lost('away')).work));
    for (const one of lost) await expect(one).rejects.toThrow('away');
    expect(batches()).toEqual([[1], [2, 3]]);
  });

  it('of the transaction or of the preload reject all unresolved items', async () => {
    for (const place of ['begin', 'know', 'end'] as const) {
      let reads = 0;
      const fail = (at: typeof place) => {
        if (at === place) throw new Error(at);
      };
      const group = openReadGroup<number, number>({
        isLost: () => false,
        async read(work) {
          reads += 1;
          fail('begin');
          await work({} as Tx);
          fail('end');
        },
        async know(_tx, items) {
          fail('know');
          return items;
        },
      });
      const ends = await Promise.allSettled([1, 2].map((item) => group.submit(item, async (_tx, known) => known)));
      const said = ends.map((end) => (end.status === 'fulfilled' ? end.value : end.reason.message));
      expect(said).toEqual(place === 'end' ? [1, 2] : [place, place]);
      expect(reads).toBe(place === 'end' ? 1 : 3);
    }
  });

  it('leave the group usable: each caller gets its own outcome in any order of arrival and failure', async () => {
    const turn = fc.record({
      turns: fc.nat(3),
      takes: fc.nat(3),
      fails: fc.constantFrom('no', 'once', 'always', 'lost'),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(turn, { maxLength: 40 }), async (plan) => {
        const { group } = givenGroup();
        const said: Promise<unknown>[] = [];
        for (const [item, { turns, takes, fails }] of plan.entries()) {
          for (let left = turns; left > 0; left -= 1) await turnOfTheLoop();
          let runs = 0;
          const work = async (_tx: Tx, known: string) => {
            runs += 1;
            for (let left = takes; left > 0; left -= 1) await turnOfTheLoop();
            if (fails === 'lost') throw new Lost(`lost ${item}`);
            if (fails === 'always' || (fails === 'once' && runs === 1)) throw new Error(`${fails} ${item}`);
            return known;
          };
          const outcome = group.submit(item, work);
          // An item fails only if it also failed alone.
          said.push(
            outcome.catch((error: Error) => (runs === 1 && fails === 'once' ? `known ${item}` : error.message)),
          );
        }
        expect(await Promise.all(said)).toEqual(
          plan.map(({ fails }, item) => `${fails === 'no' || fails === 'once' ? 'known' : fails} ${item}`),
        );
        expect(await group.submit(99, async (_tx, known) => known)).toBe('known 99');
      }),
    );
  });
});
