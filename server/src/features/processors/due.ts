import type { AppContext } from '../../compose/context.ts';
import type { Job, PollingJob } from '../../platform/due-work/job.ts';
import { askBalances } from './balance/ask-balances.due.ts';
import { compareCards } from './cards/compare-cards.due.ts';
import { collectNewCards, makeCards } from './cards/make-cards.due.ts';
import { collectStates, tellStates } from './cards/tell-states.due.ts';
import { carryOutWaiting } from './carry-out-waiting.due.ts';
import { sweepUnconfirmed } from './sweep.due.ts';
import { tidyProcessors } from './tidy.due.ts';

/** Reads changes that the desk made through another server. */
const refreshConnections: PollingJob<AppContext> = {
  name: 'processors.refresh',
  everyMs: 10_000,
  poll: ({ processors }) => processors.refresh(),
};

/** The work of this feature that falls due. */
export const processorJobs: readonly Job<AppContext>[] = [
  collectNewCards,
  makeCards,
  collectStates,
  tellStates,
  compareCards,
  askBalances,
  carryOutWaiting,
  refreshConnections,
  sweepUnconfirmed,
  tidyProcessors,
];
