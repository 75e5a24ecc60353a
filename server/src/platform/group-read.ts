import type { Tx } from './database.ts';

/** The largest batch: beyond it one transaction more costs less than the wait for those in front. */
const LARGEST = 64;
/** So many batches are read side by side: the database answers one while this process asks for another. */
const ABREAST = 3;
/** A batch that takes longer is no longer counted: it keeps nobody waiting but those in it. */
const SLOW_MS = 50;

export type ReadGroup<Item, Known> = {
  /**
   * Carries `work` out in a transaction that begins after this call, alone or with others. Throws what
   * the work throws. It may be carried out twice, so it changes nothing.
   */
  submit<Outcome>(item: Item, work: ReadWork<Known, Outcome>): Promise<Outcome>;
};

export type ReadWork<Known, Outcome> = (tx: Tx, known: Known) => Promise<Outcome>;

export type ReadGroupOptions<Item, Known> = {
  /** Runs `work` in one transaction that only reads. */
  read(work: (tx: Tx) => Promise<void>): Promise<void>;
  /** What is known of each item, in their order: asked for at once, before the work of any of them. */
  know(tx: Tx, items: readonly Item[]): Promise<readonly Known[]>;
  /** Whether an error would meet every item alike, so that none is tried alone. */
  isLost(error: unknown): boolean;
};

type Waiting<Item, Known> = {
  readonly item: Item;
  /** Tells the outcome of the work, or throws. */
  carryOut(tx: Tx, known: Known): Promise<void>;
  reject(error: unknown): void;
};

type Failure<Item, Known> = { readonly one: Waiting<Item, Known>; readonly error: unknown };

/**
 * Reads together what is asked for together. An item that finds fewer than `ABREAST` batches under way
 * goes at once; those that come meanwhile go as one when one of them has ended. So nobody waits for
 * others to come, nobody is told what was read before they asked, and the busier the server is, the less
 * each costs. Each outcome is told as soon as it is there: what a transaction has read, its end does not
 * change. A statement that fails takes all down that are still open, so whoever failed in company is
 * read once more, alone.
 */
export function openReadGroup<Item, Known>(options: ReadGroupOptions<Item, Known>): ReadGroup<Item, Known> {
  const { read, know, isLost } = options;
  const waiting: Waiting<Item, Known>[] = [];
  /** Batches that are counted. */
  let underWay = 0;
  let isPlanned = false;

  /** Answers whom it could not tell an outcome, and why. */
  async function readOnce(batch: readonly Waiting<Item, Known>[]): Promise<readonly Failure<Item, Known>[]> {
    const open = new Set(batch);
    const failures: Failure<Item, Known>[] = [];
    const carryOut = async (tx: Tx, one: Waiting<Item, Known>, known: Known) => {
      try {
        await one.carryOut(tx, known);
      } catch (error) {
        failures.push({ one, error });
      }
      open.delete(one);
    };
    try {
      await read(async (tx) => {
        const items = batch.map(({ item }) => item);
        const known = await know(tx, items);
        await Promise.all(batch.map((one, index) => carryOut(tx, one, known[index] as Known)));
      });
    } catch (error) {
      for (const one of open) failures.push({ one, error });
    }
    return failures;
  }

  async function readAll(batch: readonly Waiting<Item, Known>[]): Promise<void> {
    const failures = await readOnce(batch);
    await Promise.all(
      failures.map(async (failure) => {
        const isItsOwn = batch.length === 1 || isLost(failure.error);
        for (const { one, error } of isItsOwn ? [failure] : await readOnce([failure.one])) one.reject(error);
      }),
    );
  }

  function begin(batch: readonly Waiting<Item, Known>[]): void {
    underWay += 1;
    let isCounted = true;
    const leave = () => {
      if (!isCounted) return;
      isCounted = false;
      underWay -= 1;
      next();
    };
    const timer = setTimeout(leave, SLOW_MS);
    void readAll(batch).then(() => {
      clearTimeout(timer);
      leave();
    });
  }

  function next(): void {
    isPlanned = false;
    while (underWay < ABREAST && waiting.length > 0) begin(waiting.splice(0, LARGEST));
  }

  return {
    submit(item, work) {
      return new Promise((resolve, reject) => {
        waiting.push({ item, carryOut: async (tx, known) => resolve(await work(tx, known)), reject });
        if (isPlanned || underWay >= ABREAST) return;
        isPlanned = true;
        // What arrived in the same turn of the event loop goes along; nobody waits for the next one.
        setImmediate(next);
      });
    },
  };
}
