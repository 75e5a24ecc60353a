import type { Clocks } from '../time/clock.ts';
import type { Tx } from '../database/database.ts';
import type { NewItem } from './due-work.ts';
import { insertItemLater } from './due-work.store.ts';
import type { Queue } from './queue.ts';

/**
 * Queues an item in the transaction of a payment with a deferred statement. The next round of the runner finds it.
 * Nothing happens if the key already exists.
 */
export function enqueueLater<Payload>(
  tx: Tx,
  clocks: Clocks,
  queue: Queue<Payload>,
  { tenantId, key, dueAt, payload }: NewItem<Payload>,
): void {
  insertItemLater(tx, {
    tenantId,
    job: queue.name,
    clock: queue.clock,
    key,
    payload,
    dueAtMs: dueAt ?? clocks[queue.clock].now(),
    nowMs: clocks.security.now(),
  });
}
