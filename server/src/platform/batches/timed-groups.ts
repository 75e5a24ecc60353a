import { isLostToAll } from '../database/database-fault.ts';
import { Late, type Database, type Tx } from '../database/database.ts';
import { byDeadline } from '../database/deadline.ts';
import { type Group, openGroup, type Waiting } from './group-commit.ts';
import { openLane } from './lane.ts';
import { openSemaphore } from './semaphore.ts';

type Timing = {
  /** When its caller no longer waits, by `performance.now()`; Infinity: never. */
  readonly deadlineAt: number;
  /** Owner of its locks, as far as it is known before they are taken: items of one subject wait for each other. */
  readonly subject: string;
};

export type TimedGroups<Item, Outcome> = {
  /**
   * Processes the item in a transaction of its tenant, batched with concurrent items. Throws Late at its deadline; what
   * was not sent to be committed by then is rolled back.
   */
  submit(tenantId: number, item: Item, timing: Timing): Promise<Outcome>;
};

type Timed<Item> = Timing & { readonly item: Item; isCommitting: boolean };

/**
 * A batch waits no longer than this for a lock. Then it is rolled back, and the items of each subject are processed by
 * themselves, so that a locked row delays only those that need it.
 */
const BATCH_LOCK_MS = 50;

/** One group per tenant, because row-level security applies to a whole transaction (tenant-groups.ts). */
export function openTimedGroups<Item, Outcome>(
  database: Database,
  run: (tx: Tx, tenantId: number, items: readonly Item[]) => Promise<readonly Outcome[]>,
): TimedGroups<Item, Outcome> {
  type All = readonly Waiting<Timed<Item>, Outcome>[];
  const groups = new Map<number, Group<Timed<Item>, Outcome>>();
  // The other half of the connections is for batches.
  const waiting = openSemaphore(Math.max(1, Math.floor(database.connections().most / 2)));
  /** The last of those that wait for the locks of a subject, each on its own connection. */
  const slow = new Map<string, Promise<unknown>>();
  const nameOf = (tenantId: number, subject: string) => `${tenantId}:${subject}`;

  async function transact(
    tenantId: number,
    all: readonly Timed<Item>[],
    { lockMs, lane, sent }: { lockMs?: number; lane?: ReturnType<typeof openLane>; sent?: () => void } = {},
  ): Promise<readonly Outcome[]> {
    const work = async (tx: Tx) => {
      const outcomes = await run(
        tx,
        tenantId,
        all.map(({ item }) => item),
      );
      sent?.();
      return outcomes;
    };
    const committing = () => {
      for (const one of all) one.isCommitting = true;
    };
    const deadlineAt = Math.min(...all.map((one) => one.deadlineAt));
    return database.transact(tenantId, work, lane, { deadlineAt, lockMs, committing });
  }

  async function alone(tenantId: number, one: Timed<Item>, lockMs?: number): Promise<Outcome> {
    const [outcome] = await transact(tenantId, [one], lockMs === undefined ? {} : { lockMs });
    return outcome as Outcome;
  }

  /** Waits for the locks as long as there is time, behind others of the subject, so that they share a connection. */
  function submitSlow(tenantId: number, one: Timed<Item>): Promise<Outcome> {
    const name = nameOf(tenantId, one.subject);
    const before = slow.get(name) ?? Promise.resolve();
    const done = before.then(() => waiting.run(() => alone(tenantId, one)));
    const settled = done.then(
      () => {},
      () => {},
    );
    slow.set(name, settled);
    void settled.then(() => {
      if (slow.get(name) === settled) slow.delete(name);
    });
    return done;
  }

  /** Processes the items of one subject in their order. Its locks are waited for by the slow ones. */
  async function runApart(tenantId: number, all: All): Promise<void> {
    for (const { item: one, resolve, reject } of all) {
      const isSlow = slow.has(nameOf(tenantId, one.subject));
      const done = isSlow ? submitSlow(tenantId, one) : alone(tenantId, one, BATCH_LOCK_MS);
      const again = (error: unknown) => {
        if (isSlow || !(error instanceof Late)) return reject(error);
        submitSlow(tenantId, one).then(resolve, reject);
      };
      // Slow ones keep their order by themselves.
      if (isSlow) done.then(resolve, reject);
      else await done.then(resolve, again);
    }
  }

  function openFor(tenantId: number): Group<Timed<Item>, Outcome> {
    const lane = openLane();
    const group = openGroup<Timed<Item>, Outcome>({
      run: (all, sent) => transact(tenantId, all, { lockMs: BATCH_LOCK_MS, lane, sent }),
      isLost: isLostToAll,
      takesOver(batch, error) {
        if (!(error instanceof Late)) return false;
        for (const subject of new Set(batch.map(({ item }) => item.subject))) {
          void runApart(
            tenantId,
            batch.filter(({ item }) => item.subject === subject),
          );
        }
        return true;
      },
    });
    groups.set(tenantId, group);
    return group;
  }

  return {
    submit(tenantId, item, timing) {
      const timed = { ...timing, item, isCommitting: false };
      const isSlow = slow.has(nameOf(tenantId, timing.subject));
      const done = isSlow ? submitSlow(tenantId, timed) : (groups.get(tenantId) ?? openFor(tenantId)).submit(timed);
      return byDeadline(done, timing.deadlineAt, () => timed.isCommitting);
    },
  };
}
