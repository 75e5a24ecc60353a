import type { AppContext } from '../../compose/context.ts';
import type { Job } from '../../platform/due-work/job.ts';
import { askBalances } from './balance/ask-balances.due.ts';
import { compareCards } from './cards/compare-cards.due.ts';
import { collectNewCards, makeCards } from './cards/make-cards.due.ts';
import { collectStates, tellStates } from './cards/tell-states.due.ts';
import { carryOutWaiting } from './carry-out-waiting.due.ts';
import { refreshConnections } from './refresh-connections.due.ts';
import { sweepUnconfirmed } from './sweep.due.ts';
import { tidyProcessors } from './tidy.due.ts';

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
