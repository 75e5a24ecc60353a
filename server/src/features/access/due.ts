import type { AppContext } from '../../context.ts';
import type { Job } from '../../platform/due-work/job.ts';
import { tidyAccess, tidyAddresses, truncateAddresses } from './session/tidy-access.due.ts';

/** The work of this feature that falls due. */
export const accessJobs: readonly Job<AppContext>[] = [tidyAccess, tidyAddresses, truncateAddresses];
