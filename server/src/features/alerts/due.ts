import type { AppContext } from '../../context.ts';
import type { Job } from '../../platform/due-work/job.ts';
import { sendAlerts } from './send-alerts.due.ts';

/** The work of this feature that falls due. */
export const alertsJobs: readonly Job<AppContext>[] = [sendAlerts];
