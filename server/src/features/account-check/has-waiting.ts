import type { AppContext } from '../../compose/context.ts';
import type { Tx } from '../../platform/database/database.ts';
import { listWaitingSchedules } from '../schedules/public.ts';
import { listWaitingTopups } from '../topup/public.ts';

type Whose = { readonly tenantId: number; readonly webAccountId: bigint; readonly holderId: bigint | null };

/** Whether a payment or an automatic top-up waits for its holder. */
export async function hasWaiting(
  tx: Tx,
  ctx: AppContext,
  { tenantId, webAccountId, holderId }: Whose,
): Promise<boolean> {
  const schedules =
    holderId === null ? [] : await listWaitingSchedules(tx, ctx, { tenantId, holderId, heldUntil: null });
  return schedules.length > 0 || (await listWaitingTopups(tx, tenantId, webAccountId)).length > 0;
}
