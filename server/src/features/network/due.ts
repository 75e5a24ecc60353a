import type { AppContext } from '../../context.ts';
import type { Job } from '../../platform/due-work/job.ts';
import { postApprovedAlone } from './stand-in/post-stand-ins.due.ts';
import { expireHolds } from './expire-holds.due.ts';
import { countPurchases } from './figures/count-purchases.due.ts';
import { tidyNetwork } from './tidy-network.due.ts';

/** The work of this feature that falls due. */
export const networkJobs: readonly Job<AppContext>[] = [expireHolds, postApprovedAlone, tidyNetwork, countPurchases];
