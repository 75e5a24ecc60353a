import type { AppContext } from '../../compose/context.ts';
import { monthAt } from '../../platform/time/clock.ts';
import type { Tx } from '../../platform/database/database.ts';
import { endAlertSettings } from '../alerts/public.ts';
import { notifyDispute, passDisputesToOwner } from '../disputes/public.ts';

type Whose = { readonly memberAccountIds: readonly bigint[]; readonly holderIds: readonly bigint[] };

/**
 * Ends what people have on accounts that they no longer see, after their cards are closed. Their alerts end, and their
 * open disputes pass to the primary holder, who is notified.
 */
export async function endRelations(
  { ctx, tx, tenantId }: { readonly ctx: AppContext; readonly tx: Tx; readonly tenantId: number },
  whose: Whose,
): Promise<void> {
  const month = monthAt(ctx.clocks.business.now());
  endAlertSettings(tx, tenantId, whose, month);
  for (const dispute of await passDisputesToOwner(tx, tenantId, whose, month)) {
    await notifyDispute(tx, ctx, dispute, 'passed');
  }
}
