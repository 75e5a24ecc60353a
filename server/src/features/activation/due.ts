import type { AppContext } from '../../context.ts';
import type { Job } from '../../platform/due-work/job.ts';
import { printLetters } from './letter/print-letters.due.ts';

/** The work of this feature that falls due. */
export const activationJobs: readonly Job<AppContext>[] = [printLetters];
