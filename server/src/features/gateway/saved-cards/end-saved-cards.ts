import type { AppContext } from '../../../context.ts';
import type { Tx } from '../../../platform/database.ts';
import { endSavedCards } from './saved-card.store.ts';

/** A new password may be of somebody else, so it brings no card with it. */
export async function endCardsAfterReset(
  tx: Tx,
  ctx: AppContext,
  reset: { readonly tenantId: number; readonly webAccountId: bigint },
): Promise<void> {
  await endSavedCards(tx, reset, { business: ctx.clocks.business.now(), security: ctx.clocks.security.now() });
}
