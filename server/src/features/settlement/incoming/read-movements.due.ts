import type { AppContext } from '../../../compose/context.ts';
import { type Job, nothingToSettle, type QueuedJob, type RecurringJob } from '../../../platform/due-work/job.ts';
import type { Queue } from '../../../platform/due-work/queue.ts';
import { readMovements } from './read-movements.ts';
import { returnJobs } from './return-incoming.ts';

/** Reads the movements at the bank each minute: a notice of it may be lost. */
const readEachMinute: RecurringJob<AppContext> = {
  name: 'settlement.read-movements',
  clock: 'security',
  scope: 'tenant',
  when: { everyMs: 60_000 },
  atOnce: 1,
  async outside(ctx, { tenantId, signal }) {
    await readMovements(ctx, tenantId, signal);
    return nothingToSettle;
  },
};

/** Readings that a notice of the bank asks for. */
export const NOTICED: Queue<Readonly<Record<string, never>>> = {
  name: 'settlement.read-noticed',
  clock: 'security',
};

const readNoticed: QueuedJob<AppContext, Readonly<Record<string, never>>> = {
  queue: NOTICED,
  atOnce: 5,
  async outside(ctx, { tenantId, signal }) {
    await readMovements(ctx, tenantId, signal);
    return nothingToSettle;
  },
};

/** Due work of money that the network brings. */
export const incomingJobs: readonly Job<AppContext>[] = [readEachMinute, readNoticed, ...returnJobs];
