import type { AppContext } from '../../../compose/context.ts';
import type { Tx } from '../../../platform/database/database.ts';
import { deleteCardsOfProgramme, endSavedCards } from './saved-card.store.ts';

/** Another person may have set the new password, so it brings no saved card with it. */
export async function endCardsAfterReset(
  tx: Tx,
  ctx: AppContext,
  reset: { readonly tenantId: number; readonly webAccountId: bigint },
): Promise<void> {
  await endSavedCards(tx, reset, { business: ctx.clocks.business.now(), security: ctx.clocks.security.now() });
}

/** A token is worth nothing at another account, which must not be shown it. */
export function forgetCardsOfAccount(
  tx: Tx,
  _ctx: AppContext,
  { tenantId }: { readonly tenantId: number },
): Promise<void> {
  return deleteCardsOfProgramme(tx, tenantId);
}
