import type { AppContext } from '../../context.ts';
import type { Job } from '../../platform/due-work/job.ts';
import { forgetNotifications } from './forget-notifications.due.ts';

/** The work of this feature that falls due. */
export const notificationJobs: readonly Job<AppContext>[] = [forgetNotifications];
