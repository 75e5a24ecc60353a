/** The largest batch: beyond it one commit more costs less than the wait of those in front. */
const LARGEST = 64;

export type Group<Item, Outcome> = {
  /** Carries the item out, alone or with others, and answers its own outcome. Throws what it failed of. */
  submit(item: Item): Promise<Outcome>;
};

export type GroupOptions<Item, Outcome> = {
  /** Carries all items out in one transaction: an outcome for each, in their order. */
  run(items: readonly Item[]): Promise<readonly Outcome[]>;
  /** Whether what `run` threw would meet every item alike, so that none is tried alone. */
  isLost(error: unknown): boolean;
  readonly largest?: number;
  /** Batches under way at once. */
  readonly inFlight?: number;
};

type Waiting<Item, Outcome> = {
  readonly item: Item;
  resolve(outcome: Outcome): void;
  reject(error: unknown): void;
};

/**
 * Commits together what comes together. An item that finds nothing under way runs at once; those that
 * come meanwhile go as one batch when that has ended. There is no timer: the commit in flight is the
 * window. A batch that throws wrote nothing, so its items run once more, each alone, and what one of
 * them throws then is its own: the others do not pay for it.
 */
export function openGroup<Item, Outcome>(options: GroupOptions<Item, Outcome>): Group<Item, Outcome> {
  const { run, isLost, largest = LARGEST, inFlight = 1 } = options;
  const waiting: Waiting<Item, Outcome>[] = [];
  let underWay = 0;
  let isPlanned = false;

  /** Answers how to tell the items of their outcomes. */
  async function runAll(batch: readonly Waiting<Item, Outcome>[]): Promise<() => void> {
    const outcomes = await run(batch.map(({ item }) => item));
    if (outcomes.length !== batch.length) throw new Error(`${batch.length} items had ${outcomes.length} outcomes`);
    return () => {
      for (const [index, { resolve }] of batch.entries()) resolve(outcomes[index] as Outcome);
    };
  }

  async function runEach(batch: readonly Waiting<Item, Outcome>[]): Promise<void> {
    for (const [index, one] of batch.entries()) {
      try {
        (await runAll([one]))();
      } catch (error) {
        if (isLost(error)) return batch.slice(index).forEach(({ reject }) => reject(error));
        one.reject(error);
      }
    }
  }

  async function settle(batch: readonly Waiting<Item, Outcome>[]): Promise<() => void> {
    try {
      return await runAll(batch);
    } catch (error) {
      if (isLost(error)) return () => batch.forEach(({ reject }) => reject(error));
      await runEach(batch);
      return () => {};
    }
  }

  async function carryOut(batch: readonly Waiting<Item, Outcome>[]): Promise<void> {
    underWay += 1;
    const tell = await settle(batch);
    underWay -= 1;
    const isFollowed = waiting.length > 0;
    next();
    // The batch that follows is sent to the database before the answers of this one keep the process busy.
    if (isFollowed) setImmediate(tell);
    else tell();
  }

  function next(): void {
    isPlanned = false;
    while (underWay < inFlight && waiting.length > 0) void carryOut(waiting.splice(0, largest));
  }

  return {
    submit(item) {
      return new Promise((resolve, reject) => {
        waiting.push({ item, resolve, reject });
        if (isPlanned || underWay >= inFlight) return;
        isPlanned = true;
        // What arrived in the same turn of the event loop goes along; nobody waits for the next one.
        setImmediate(next);
      });
    },
  };
}
