import type { AppContext } from '../../context.ts';
import type { PollingJob } from '../../platform/due-work/job.ts';

/** The sandbox's own gateway tells of payments when its time has come. */
export const sandboxNotices: PollingJob<AppContext> = {
  name: 'gateway.sandbox-notices',
  everyMs: 500,
  async poll(ctx) {
    await ctx.outside.sandboxGateway?.sendDue();
  },
};
