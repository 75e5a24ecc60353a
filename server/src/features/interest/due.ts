import type { AppContext } from '../../context.ts';
import type { Job } from '../../platform/due-work/job.ts';
import { postInterest } from './post-interest.due.ts';

/** The work of this feature that falls due. */
export const interestJobs: readonly Job<AppContext>[] = [postInterest];
