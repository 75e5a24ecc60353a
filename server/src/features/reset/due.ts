import type { AppContext } from '../../context.ts';
import type { Job } from '../../platform/due-work/job.ts';
import { tidyResets } from './tidy-resets.due.ts';

/** The work of this feature that falls due. */
export const resetJobs: readonly Job<AppContext>[] = [tidyResets];
