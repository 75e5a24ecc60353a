import type { AppContext } from '../../context.ts';
import type { Job } from '../../platform/due-work/job.ts';
import { tidyDesk } from './tidy-desk.due.ts';

/** The work of this feature that falls due. */
export const deskJobs: readonly Job<AppContext>[] = [tidyDesk];
