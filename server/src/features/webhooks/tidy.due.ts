import type { AppContext } from '../../compose/context.ts';
import type { RecurringJob } from '../../platform/due-work/job.ts';
import { forgetFormerSecrets, resealSecrets } from './endpoint.store.ts';
import { forgetEvents } from './event.store.ts';

const HOUR_MS = 3_600_000;
const KEPT_MS = 30 * 24 * HOUR_MS;

/** Deletes events after 30 days, with their attempts, and former secrets that sign no more. */
export const tidyWebhooks: RecurringJob<AppContext> = {
  name: 'webhooks.tidy',
  clock: 'business',
  scope: 'tenant',
  when: { everyMs: HOUR_MS },
  atOnce: 1_000,
  async inTransaction({ clocks }, tx, { tenantId, atOnce }) {
    await forgetFormerSecrets(tx, tenantId, clocks.security.now());
    const before = clocks.business.now() - KEPT_MS;
    return (await forgetEvents(tx, tenantId, before, atOnce)) === atOnce ? 'more' : 'done';
  },
};

/** Seals secrets again that are under an older version of the data key. */
export const resealWebhooks: RecurringJob<AppContext> = {
  name: 'webhooks.reseal',
  clock: 'security',
  scope: 'tenant',
  when: { everyMs: HOUR_MS },
  atOnce: 1_000,
  async inTransaction({ secrets }, tx, { tenantId, atOnce }) {
    return (await resealSecrets(tx, secrets, tenantId, atOnce)) === atOnce ? 'more' : 'done';
  },
};
