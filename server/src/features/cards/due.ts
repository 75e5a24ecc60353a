import type { AppContext } from '../../context.ts';
import type { Job } from '../../platform/due-work/job.ts';
import { rewriteCardKeys } from './keys/rewrite-card-keys.due.ts';
import { collectCardOrders, makeCards } from './orders/card-orders.due.ts';
import { renewCards } from './renewal/renew-cards.due.ts';
import { tellReplaced } from './tell-card.ts';

/** The work of this feature that falls due. */
export const cardJobs: readonly Job<AppContext>[] = [
  rewriteCardKeys,
  collectCardOrders,
  makeCards,
  renewCards,
  tellReplaced,
];
