import type { AppContext } from '../../compose/context.ts';
import type { PollingJob } from '../../platform/due-work/job.ts';

/** Reads changes that the desk made through another server. */
export const refreshConnections: PollingJob<AppContext> = {
  name: 'processors.refresh',
  everyMs: 10_000,
  poll: ({ processors }) => processors.refresh(),
};
