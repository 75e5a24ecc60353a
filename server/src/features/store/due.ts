import type { AppContext } from '../../context.ts';
import type { Job } from '../../platform/due-work/job.ts';
import { closeUnusedAccounts } from './close-accounts.due.ts';
import { eraseOrders } from './erase-orders.due.ts';
import { notifyEnded } from './notify-ended.ts';
import { mailOrders } from './mail-orders.due.ts';
import { unlockGifts } from './unlock-gifts.due.ts';

/** The work of this feature that falls due. */
export const storeJobs: readonly Job<AppContext>[] = [
  mailOrders,
  notifyEnded,
  unlockGifts,
  eraseOrders,
  closeUnusedAccounts,
];
