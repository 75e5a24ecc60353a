import type { AppContext } from '../../context.ts';
import type { Job } from '../../platform/due-work/job.ts';
import { tidyContacts } from './contact/tidy-contacts.due.ts';

/** The work of this feature that falls due. */
export const profileJobs: readonly Job<AppContext>[] = [tidyContacts];
