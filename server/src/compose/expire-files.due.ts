import { expireFiles } from '../outside/files/expire-files.ts';
import type { PollingJob } from '../platform/due-work/job.ts';
import type { AppContext } from './context.ts';

const HOUR_MS = 3_600_000;

/** Deletes files for partners that have stood in a folder of this machine for 30 days. */
export const expirePartnerFiles: PollingJob<AppContext> = {
  name: 'privacy.expire-files',
  everyMs: HOUR_MS,
  poll: (ctx) => expireFiles(ctx),
};
