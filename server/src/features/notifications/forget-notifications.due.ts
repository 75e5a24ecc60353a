import type { AppContext } from '../../compose/context.ts';
import type { RecurringJob } from '../../platform/due-work/job.ts';
import { forgetBefore } from './notification.store.ts';

/** 13 months, so that a person can look back at a whole year. The books and the audit log keep their records. */
export const KEPT_MS = 396 * 86_400_000;

/** Deletes old notifications. */
export const forgetNotifications: RecurringJob<AppContext> = {
  name: 'notifications.forget',
  clock: 'business',
  scope: 'tenant',
  when: { dailyAt: ['03:40'] },
  atOnce: 1_000,
  async inTransaction(_ctx, tx, { tenantId, plannedAt, atOnce }) {
    return (await forgetBefore(tx, tenantId, plannedAt - KEPT_MS, atOnce)) === atOnce ? 'more' : 'done';
  },
};
