import type { AppContext } from '../../../context.ts';
import type { Tx } from '../../../platform/database.ts';
import { deleteCardsOfProgramme } from './saved-card.store.ts';

/** A token is worth nothing at another account, which must not be shown it. */
export function forgetCardsOfAccount(
  tx: Tx,
  _ctx: AppContext,
  { tenantId }: { readonly tenantId: number },
): Promise<void> {
  return deleteCardsOfProgramme(tx, tenantId);
}
