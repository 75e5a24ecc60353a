import { clearCards } from '@wattle/contract/cards/home/clear-cards.ts';
import { ok } from '@wattle/contract/errors.ts';
import { handleRead } from '../../../http/handle.ts';

/** The server keeps no list between calls, so there is nothing to forget. */
export const clearCardsRoute = handleRead(clearCards, async () => ok({ IsSuccessful: true as const }));
