import type { AppContext } from '../../context.ts';
import type { Transports } from '../../outside/transports.ts';
import type { Job } from '../../platform/due-work/job.ts';
import { deliverMessages } from './deliver-messages.due.ts';

/** The work of this feature that falls due. */
export const messagesJobs = (transports: Transports): readonly Job<AppContext>[] => [deliverMessages(transports)];
