import type { AppContext } from '../../compose/context.ts';
import type { Tx } from '../../platform/database/database.ts';
import { retryGivenUp } from '../../platform/due-work/due-state.store.ts';
import type { CardNamed } from '../cards/public.ts';
import { STATEMENTS_TO_PRINT } from './print-statements.due.ts';
import { statementsOfHolder } from './print-statements.store.ts';

/** Prints the statements of a card's holder that waited for a name that can be printed. */
export async function printStatementsAgain(
  tx: Tx,
  _: AppContext,
  { tenantId, cardId, nowMs }: CardNamed,
): Promise<void> {
  const keys = await statementsOfHolder(tx, tenantId, cardId);
  await retryGivenUp(tx, { tenantId, job: STATEMENTS_TO_PRINT.name, keys, reason: 'name_not_printable' }, nowMs);
}
