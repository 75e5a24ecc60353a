import type { AppContext } from '../../context.ts';
import type { Job } from '../../platform/due-work/job.ts';
import { exchangeBankFiles } from './exchange-files.due.ts';
import { makeBankFiles } from './make-files.due.ts';

/** The work of this feature that falls due. */
export const settlementJobs: readonly Job<AppContext>[] = [makeBankFiles, exchangeBankFiles];
