import type { AppContext } from '../../context.ts';
import type { Job } from '../../platform/due-work/job.ts';
import { tidySignUps } from './tidy-sign-ups.due.ts';

/** The work of this feature that falls due. */
export const signUpJobs: readonly Job<AppContext>[] = [tidySignUps];
