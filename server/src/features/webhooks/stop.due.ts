import type { AppContext } from '../../compose/context.ts';
import type { RecurringJob } from '../../platform/due-work/job.ts';
import { stopWaiting } from './endpoint.store.ts';

/** Stops what waits for endpoints that are not on, which they do not get by themselves when they are on again. */
export const stopWebhooks: RecurringJob<AppContext> = {
  name: 'webhooks.stop',
  clock: 'security',
  scope: 'tenant',
  when: { everyMs: 10_000 },
  atOnce: 1_000,
  async inTransaction(_ctx, tx, { tenantId, atOnce }) {
    return (await stopWaiting(tx, tenantId, undefined, atOnce)) === atOnce ? 'more' : 'done';
  },
};
