import type { AppContext } from '../../context.ts';
import type { Job } from '../../platform/due-work/job.ts';
import { deleteOldResponses } from './delete-responses.due.ts';

/** The work of this feature that falls due. */
export const paymentsJobs: readonly Job<AppContext>[] = [deleteOldResponses];
