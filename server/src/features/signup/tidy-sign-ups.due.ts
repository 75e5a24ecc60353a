import type { AppContext } from '../../compose/context.ts';
import type { RecurringJob } from '../../platform/due-work/job.ts';
import { deleteEndedSignUps } from './sign-up.store.ts';

const EVERY_MS = 10 * 60_000;
/** Longer than the day over which the codes of a number are counted. */
const KEPT_MS = 48 * 3_600_000;

/** Deletes sign-ups that have ended. */
export const tidySignUps: RecurringJob<AppContext> = {
  name: 'sign-up.tidy',
  clock: 'security',
  scope: 'tenant',
  when: { everyMs: EVERY_MS },
  atOnce: 500,
  async inTransaction({ clocks }, tx, { tenantId, atOnce }) {
    const before = clocks.security.now() - KEPT_MS;
    return (await deleteEndedSignUps(tx, tenantId, before, atOnce)) === atOnce ? 'more' : 'done';
  },
};
