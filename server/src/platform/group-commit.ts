/** The largest batch: beyond it one commit more costs less than the wait of those in front. */
const LARGEST = 64;
/** The longest that outcomes wait for the next batch to be sent: telling them meanwhile would make it wait for them. */
const HELD_BACK_MS = 10;

export type Group<Item, Outcome> = {
  /** Carries the item out, alone or with others, and answers its own outcome. Throws what it failed of. */
  submit(item: Item): Promise<Outcome>;
};

export type GroupOptions<Item, Outcome> = {
  /**
   * Carries all items out in one transaction: an outcome for each, in their order. It may call `sent`
   * once nothing is left for this process to do but to wait for the database; then the next batch may
   * be run before this one has ended.
   */
  run(items: readonly Item[], sent: () => void): Promise<readonly Outcome[]>;
  /** Whether what `run` threw would meet every item alike, so that none is tried alone. */
  isLost(error: unknown): boolean;
  readonly largest?: number;
  /** Whether outcomes wait until the batch that follows is `sent`; else they are told as it begins. */
  readonly holdsBack?: boolean;
};

type Waiting<Item, Outcome> = {
  readonly item: Item;
  resolve(outcome: Outcome): void;
  reject(error: unknown): void;
};

/**
 * Commits together what comes together. An item that finds nothing under way runs at once; those that
 * come meanwhile go as one batch when that has ended, or, where as many wait as are in it, once it is
 * sent: then the database finds more to do when it has committed. There is no timer: the commit in
 * flight is the window. Telling outcomes keeps the process busy (answers are written, and the next calls
 * come in), so where a batch follows, a group that `holdsBack` tells them while the database writes that
 * batch, and not while it waits for this process. What `HELD_BACK_MS` bounds is that, and not the batch.
 * A batch that throws wrote nothing, so its items run once more, each alone, and what one of them throws
 * then is its own: the others do not pay for it.
 */
export function openGroup<Item, Outcome>(options: GroupOptions<Item, Outcome>): Group<Item, Outcome> {
  const { run, isLost, largest = LARGEST, holdsBack = false } = options;
  const waiting: Waiting<Item, Outcome>[] = [];
  /** Batches that have not ended: one, or two where the second began behind the first. */
  let underWay = 0;
  /** How many are in the batch that began last, once it is sent. */
  let sentSize: number | undefined;
  let isPlanned = false;
  /** Each tells the items of a batch that has ended of their outcomes. */
  let heldBack: (() => void)[] = [];
  let timer: NodeJS.Timeout | undefined;

  function tellHeldBack(): void {
    clearTimeout(timer);
    const all = heldBack;
    heldBack = [];
    for (const tell of all) tell();
  }

  /** Answers how to tell the items of their outcomes. */
  async function runAll(batch: readonly Waiting<Item, Outcome>[], sent: () => void): Promise<() => void> {
    const outcomes = await run(
      batch.map(({ item }) => item),
      sent,
    );
    if (outcomes.length !== batch.length) throw new Error(`${batch.length} items had ${outcomes.length} outcomes`);
    return () => {
      for (const [index, { resolve }] of batch.entries()) resolve(outcomes[index] as Outcome);
    };
  }

  async function runEach(batch: readonly Waiting<Item, Outcome>[]): Promise<void> {
    for (const [index, one] of batch.entries()) {
      try {
        (await runAll([one], () => {}))();
      } catch (error) {
        if (isLost(error)) return batch.slice(index).forEach(({ reject }) => reject(error));
        one.reject(error);
      }
    }
  }

  async function settle(batch: readonly Waiting<Item, Outcome>[], sent: () => void): Promise<() => void> {
    try {
      return await runAll(batch, sent);
    } catch (error) {
      if (isLost(error)) return () => batch.forEach(({ reject }) => reject(error));
      await runEach(batch);
      return () => {};
    }
  }

  async function carryOut(batch: readonly Waiting<Item, Outcome>[]): Promise<void> {
    underWay += 1;
    sentSize = undefined;
    const tell = await settle(batch, () => {
      sentSize = batch.length;
      // What is being sent goes out first.
      setImmediate(() => {
        tellHeldBack();
        next();
      });
    });
    underWay -= 1;
    tellHeldBack();
    next();
    const isFollowed = underWay > 0 && sentSize === undefined;
    if (!isFollowed) return tell();
    heldBack.push(tell);
    if (holdsBack) timer = setTimeout(tellHeldBack, HELD_BACK_MS);
    else setImmediate(tellHeldBack);
  }

  function mayBegin(): boolean {
    if (underWay === 0) return waiting.length > 0;
    return underWay === 1 && sentSize !== undefined && waiting.length >= sentSize;
  }

  function next(): void {
    isPlanned = false;
    if (mayBegin()) void carryOut(waiting.splice(0, largest));
  }

  return {
    submit(item) {
      return new Promise((resolve, reject) => {
        waiting.push({ item, resolve, reject });
        if (isPlanned || !mayBegin()) return;
        isPlanned = true;
        // What arrived in the same turn of the event loop goes along; nobody waits for the next one.
        setImmediate(next);
      });
    },
  };
}
