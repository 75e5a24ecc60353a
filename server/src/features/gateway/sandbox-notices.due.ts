import type { AppContext } from '../../context.ts';
import type { PollingJob } from '../../platform/due-work/job.ts';

/** Sends the notices of the sandbox gateway when they are due. */
export const sandboxNotices: PollingJob<AppContext> = {
  name: 'gateway.sandbox-notices',
  everyMs: 500,
  async poll(ctx) {
    await ctx.outside.sandboxGateway?.sendDue();
  },
};
