import type { AppContext } from '../../compose/context.ts';
import type { Tx } from '../../platform/database/database.ts';
import { insertNotifications } from './note.store.ts';
import type { NewNotification } from './notification.types.ts';

/** Lists events in the notifications of the people concerned, and notifies their browsers. Each cause is listed once. */
export async function noteNotifications(
  tx: Tx,
  ctx: Pick<AppContext, 'live'>,
  tenantId: number,
  all: readonly NewNotification[],
): Promise<void> {
  if (all.length === 0) return;
  await insertNotifications(tx, tenantId, all);
  for (const webAccountId of new Set(all.map((one) => one.webAccountId))) {
    ctx.live.publishNoted(tx, tenantId, webAccountId);
  }
}
