import { currentSpan, inSharedSpan, type Span } from '../tracing/spans.ts';

/** Maximum batch size. Above it, one more commit costs less than the added latency. */
const LARGEST = 64;

export type Group<Item, Outcome> = {
  /** Processes the item, alone or in a batch, and returns its outcome. Throws its error. */
  submit(item: Item): Promise<Outcome>;
};

export type GroupOptions<Item, Outcome> = {
  /**
   * Processes all items in one transaction and returns an outcome for each, in order. It may call `sent` once
   * it only waits for the database; then the next batch may start before this one ends.
   */
  run(items: readonly Item[], sent: () => void): Promise<readonly Outcome[]>;
  /** Whether the error would affect every item, so that items are not retried one by one. */
  isLost(error: unknown): boolean;
  /**
   * Takes over a batch that waited too long for a lock and was rolled back, so that the next batches do not wait for
   * it. Returns false for any other error.
   */
  takesOver?(batch: readonly Waiting<Item, Outcome>[], error: unknown): boolean;
  readonly largest?: number;
};

export type Waiting<Item, Outcome> = {
  readonly item: Item;
  /** Span of its caller, where that is traced. */
  readonly span: Span | undefined;
  resolve(outcome: Outcome): void;
  reject(error: unknown): void;
};

/**
 * Group commit. An item runs immediately when no batch is in flight. Items that arrive during a batch wait
 * and form the next one, which starts when the batch has ended, or as soon as the batch is sent and at
 * least as many items wait as it holds. There is no timer.
 *
 * A batch that throws wrote nothing. Its items are then run one by one, so that only the item at fault
 * fails.
 */
export function openGroup<Item, Outcome>(options: GroupOptions<Item, Outcome>): Group<Item, Outcome> {
  const { run, isLost, takesOver = () => false, largest = LARGEST } = options;
  const waiting: Waiting<Item, Outcome>[] = [];
  /** Batches in progress: one, or two if the second was started after `sent`. */
  let underWay = 0;
  /** Size of the last started batch, once it is sent. */
  let sentSize: number | undefined;
  let isPlanned = false;

  async function runAll(batch: readonly Waiting<Item, Outcome>[], sent: () => void): Promise<readonly Outcome[]> {
    const items = batch.map(({ item }) => item);
    const outcomes = await inSharedSpan(
      batch.map(({ span }) => span),
      () => run(items, sent),
    );
    if (outcomes.length !== batch.length) throw new Error(`${batch.length} items had ${outcomes.length} outcomes`);
    return outcomes;
  }

  async function runEach(batch: readonly Waiting<Item, Outcome>[]): Promise<void> {
    for (const [index, one] of batch.entries()) {
      try {
        const [outcome] = await runAll([one], () => {});
        one.resolve(outcome as Outcome);
      } catch (error) {
        if (takesOver(batch.slice(index), error)) return;
        if (isLost(error)) return batch.slice(index).forEach(({ reject }) => reject(error));
        one.reject(error);
      }
    }
  }

  /** Returns a function that settles the promises of the batch. */
  async function settle(batch: readonly Waiting<Item, Outcome>[], sent: () => void): Promise<() => void> {
    try {
      const outcomes = await runAll(batch, sent);
      return () => batch.forEach(({ resolve }, index) => resolve(outcomes[index] as Outcome));
    } catch (error) {
      if (takesOver(batch, error)) return () => {};
      if (isLost(error)) return () => batch.forEach(({ reject }) => reject(error));
      await runEach(batch);
      return () => {};
    }
  }

  async function carryOut(batch: readonly Waiting<Item, Outcome>[]): Promise<void> {
    underWay += 1;
    sentSize = undefined;
    const resolveAll = await settle(batch, () => {
      sentSize = batch.length;
      // After the statements of this batch were sent.
      setImmediate(next);
    });
    underWay -= 1;
    next();
    // After the first statements of the next batch were sent, so that the database works while callers are
    // resolved.
    setImmediate(resolveAll);
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
        waiting.push({ item, span: currentSpan(), resolve, reject });
        if (isPlanned || !mayBegin()) return;
        isPlanned = true;
        // Items that arrive in the same turn of the event loop share the batch.
        setImmediate(next);
      });
    },
  };
}
