import type { AppContext } from '../../compose/context.ts';
import type { Transports } from '../../outside/transports.ts';
import type { PollingJob } from '../../platform/due-work/job.ts';
import { deliverDue } from './deliver-messages.ts';

/**
 * Sends messages while the server runs: when a commit of this process has queued one, and by a poll every second for
 * retries and what other servers left. The outbox has its own leases.
 */
export const deliverMessages = (transports: Transports): PollingJob<AppContext> => ({
  name: 'messages.deliver',
  everyMs: 1_000,
  wakeUp: ({ outboxWakeUp }) => outboxWakeUp,
  poll: (ctx, mayGoOn) => deliverDue(ctx, transports, mayGoOn),
});
