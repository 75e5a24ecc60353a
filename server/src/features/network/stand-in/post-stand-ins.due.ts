import type { AppContext } from '../../../context.ts';
import type { PollingJob } from '../../../platform/due-work/job.ts';
import { postStandIns } from './stand-in.ts';

const EVERY_MS = 1_000;

/** Posts purchases that this server approved while no database accepted writes. */
export const postApprovedAlone: PollingJob<AppContext> = {
  name: 'network.stand-in',
  everyMs: EVERY_MS,
  poll: postStandIns,
};
