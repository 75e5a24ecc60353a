import type { AppContext } from '../../context.ts';
import type { Job } from '../../platform/due-work/job.ts';
import { sealCardNumbers } from './seal-card-numbers.due.ts';

/** The work of this feature that falls due. */
export const transfersJobs: readonly Job<AppContext>[] = [sealCardNumbers];
