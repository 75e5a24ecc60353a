import type { ItemOutcome, QueuedJob } from '../../src/platform/due-work/job.ts';
import type { Queue } from '../../src/platform/due-work/queue.ts';
import type { TestContext } from '../processes/database.ts';
import { effect } from '../effects.ts';

export type Note = { readonly note: string };

/** Queue for tests of due work. */
export const notes: Queue<Note> = { name: 'test.notes', clock: 'business' };

/** Records an effect for each item, named by its note. */
export function noteJob(outcome: (attempt: number) => ItemOutcome = () => 'done'): QueuedJob<TestContext, Note> {
  return {
    queue: notes,
    atOnce: 10,
    async inTransaction(_ctx, tx, item) {
      await effect(tx, item.tenantId, item.payload.note);
      return outcome(item.attempt);
    },
  };
}

/** Queues an item whose note is its key. */
export function queueNote(ctx: TestContext, tenantId: number, key: string, dueAt?: number): Promise<boolean> {
  const item = { tenantId, key, payload: { note: key }, ...(dueAt !== undefined && { dueAt }) };
  return ctx.database.transact(tenantId, (tx) => ctx.dueWork.enqueue(tx, notes, item));
}

export type WorkRow = {
  readonly key: string;
  readonly attempts: number;
  readonly last_error: string | null;
  readonly done_at: Date | null;
  readonly dead_at: Date | null;
};

/** All due work of every tenant. */
export function workRows(ctx: Pick<TestContext, 'asOwner'>): Promise<WorkRow[]> {
  return ctx.asOwner<WorkRow>('SELECT * FROM due_work ORDER BY id');
}
