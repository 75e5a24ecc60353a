import type { AppContext } from '../../../context.ts';
import type { Tx } from '../../../platform/database.ts';
import { retryGivenUp } from '../../../platform/due-work/due-state.store.ts';
import type { CardNamed } from '../../cards/public.ts';
import { lettersOfCard } from './card-letter.store.ts';
import { LETTERS_TO_PRINT } from './letter.ts';

/** Prints the letters of a card that waited for a name that can be printed. */
export async function printLettersAgain(tx: Tx, _: AppContext, { tenantId, cardId, nowMs }: CardNamed): Promise<void> {
  const keys = await lettersOfCard(tx, tenantId, cardId);
  await retryGivenUp(tx, { tenantId, job: LETTERS_TO_PRINT.name, keys, reason: 'name_not_printable' }, nowMs);
}
