import type { AppContext } from '../../../compose/context.ts';
import type { Job } from '../../../platform/due-work/job.ts';
import { compareCards } from './compare-cards.due.ts';
import { collectNewCards, makeCards } from './make-cards.due.ts';
import { collectStates, tellStates } from './tell-states.due.ts';

/** Due work of cards that processors make. */
export const cardsAtProcessors: readonly Job<AppContext>[] = [
  collectNewCards,
  makeCards,
  collectStates,
  tellStates,
  compareCards,
];
