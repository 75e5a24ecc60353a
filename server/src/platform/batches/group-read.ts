import type { Tx } from '../database/database.ts';
import { currentSpan, inSharedSpan, type Span } from '../tracing/spans.ts';

/** Maximum batch size. Above it, one more transaction costs less than the added latency. */
const LARGEST = 64;
/** Maximum number of concurrent batches: the database answers one while this process sends another. */
const ABREAST = 3;
/** A batch that takes longer is no longer counted, so that it delays only its own items. */
const SLOW_MS = 50;

export type ReadGroup<Item, Known> = {
  /**
   * Runs `work` in a transaction that begins after this call, alone or in a batch. Throws what the work
   * throws. It may run twice, so it must have no side effects.
   */
  submit<Outcome>(item: Item, work: ReadWork<Known, Outcome>): Promise<Outcome>;
};

export type ReadWork<Known, Outcome> = (tx: Tx, known: Known) => Promise<Outcome>;

export type ReadGroupOptions<Item, Known> = {
  /** Runs `work` in one transaction that only reads. */
  read(work: (tx: Tx) => Promise<void>): Promise<void>;
  /** Preloads data for each item, in order, with one query before any of the work runs. */
  know(tx: Tx, items: readonly Item[]): Promise<readonly Known[]>;
  /** Whether an error would affect every item, so that items are not retried alone. */
  isLost(error: unknown): boolean;
};

type Waiting<Item, Known> = {
  readonly item: Item;
  /** Span of its caller, where that is traced. */
  readonly span: Span | undefined;
  /** Resolves with the outcome of the work, or throws. */
  carryOut(tx: Tx, known: Known): Promise<void>;
  reject(error: unknown): void;
};

type Failure<Item, Known> = { readonly one: Waiting<Item, Known>; readonly error: unknown };

/**
 * Batches concurrent reads. An item starts immediately if fewer than `ABREAST` batches are running; otherwise
 * it joins the next batch, which starts when one ends. There is no timer, no caller gets data read before its
 * call, and the cost per read falls with load. Outcomes are resolved as soon as they are known, since the end
 * of a read-only transaction does not change them. A failing statement aborts the transaction for all open
 * items, so items that failed in a batch are retried alone.
 */
export function openReadGroup<Item, Known>(options: ReadGroupOptions<Item, Known>): ReadGroup<Item, Known> {
  const { read, know, isLost } = options;
  const waiting: Waiting<Item, Known>[] = [];
  /** Counted batches. */
  let underWay = 0;
  let isPlanned = false;

  /** Returns the items without an outcome, and the error. */
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
      const readTogether = async (tx: Tx) => {
        const items = batch.map(({ item }) => item);
        const known = await know(tx, items);
        await Promise.all(batch.map((one, index) => carryOut(tx, one, known[index] as Known)));
      };
      await inSharedSpan(
        batch.map(({ span }) => span),
        () => read(readTogether),
      );
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
        const carryOut = async (tx: Tx, known: Known) => resolve(await work(tx, known));
        waiting.push({ item, span: currentSpan(), carryOut, reject });
        if (isPlanned || underWay >= ABREAST) return;
        isPlanned = true;
        // Items that arrive in the same turn of the event loop share the batch.
        setImmediate(next);
      });
    },
  };
}
