import { type WakeUp, openWakeUp } from '../wake-up.ts';
import type { Clocks } from '../time/clock.ts';
import type { Tx } from '../database/database.ts';
import { insertItem } from './due-work.store.ts';
import { type Figures, openFigures } from './figures.ts';
import type { Queue } from './queue.ts';

export type NewItem<Payload> = {
  readonly tenantId: number;
  /** Identifies the item within tenant and queue. A key is never reused, even after the item is done. */
  readonly key: string;
  /** In ms of the queue's clock; now unless given. */
  readonly dueAt?: number;
  /** Ids and codes only: it is stored unencrypted. */
  readonly payload: Payload;
};

/** The part of due work that is available to every handler. */
export type DueWork = {
  /** Queues an item in the caller's transaction. Returns false and changes nothing if the key already exists. */
  enqueue<Payload>(tx: Tx, queue: Queue<Payload>, item: NewItem<Payload>): Promise<boolean>;
  /** Notified after a commit that queued a due item. */
  readonly wakeUp: WakeUp;
  readonly figures: Figures;
};

export function openDueWork(clocks: Clocks): DueWork {
  const wakeUp = openWakeUp();
  return {
    wakeUp,
    figures: openFigures(),
    async enqueue(tx, queue, { tenantId, key, dueAt, payload }) {
      const now = clocks[queue.clock].now();
      const isNew = await insertItem(tx, {
        tenantId,
        job: queue.name,
        clock: queue.clock,
        key,
        payload,
        dueAtMs: dueAt ?? now,
        nowMs: clocks.security.now(),
      });
      if (isNew && (dueAt ?? now) <= now) tx.afterCommit(wakeUp.send);
      return isNew;
    },
  };
}
