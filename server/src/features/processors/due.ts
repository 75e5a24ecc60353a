import type { AppContext } from '../../compose/context.ts';
import type { Job } from '../../platform/due-work/job.ts';
import { cardsAtProcessors } from './cards/due.ts';
import { carryOutWaiting } from './carry-out-waiting.due.ts';
import { refreshConnections } from './refresh-connections.due.ts';
import { sweepUnconfirmed } from './sweep.due.ts';
import { tidyProcessors } from './tidy.due.ts';

/** The work of this feature that falls due. */
export const processorJobs: readonly Job<AppContext>[] = [
  ...cardsAtProcessors,
  carryOutWaiting,
  refreshConnections,
  sweepUnconfirmed,
  tidyProcessors,
];
