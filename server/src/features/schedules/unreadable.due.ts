import type { AppContext } from '../../compose/context.ts';
import type { QueuedJob } from '../../platform/due-work/job.ts';
import type { Queue } from '../../platform/due-work/queue.ts';
import { findSchedule } from './schedule.store.ts';
import { readBody } from './stored-body.ts';

type Unreadable = { readonly schedule: string };

export const UNREADABLE_SCHEDULES: Queue<Unreadable> = { name: 'schedules.unreadable', clock: 'business' };

/** A schedule with an invalid stored call is a dead letter until a person corrects or ends it. */
export const unreadableSchedulesJob: QueuedJob<AppContext, Unreadable> = {
  queue: UNREADABLE_SCHEDULES,
  atOnce: 20,
  async inTransaction(ctx, tx, { tenantId, payload }) {
    const schedule = await findSchedule(tx, tenantId, payload.schedule);
    const isOver = schedule?.progress.state !== 'Active' || readBody(ctx, schedule) !== undefined;
    return isOver ? 'done' : { giveUp: 'body_refused' };
  },
};
