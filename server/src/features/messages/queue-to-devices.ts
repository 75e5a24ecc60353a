import type { AppContext } from '../../compose/context.ts';
import type { Tx } from '../../platform/database/database.ts';
import { registrationsOf } from '../devices/public.ts';
import type { Notice } from './message.types.ts';
import { queueNotice } from './queue-message.ts';
import { hasChannel } from '../programme/public.ts';

type ToDevices = Omit<Notice, 'channel' | 'to' | 'replaces'> & { readonly webAccountId: bigint };

/** Queues a notice to every device on which its user has turned notices on. As `queueNotice`. */
export async function queueToDevices(
  tx: Tx,
  ctx: AppContext,
  { webAccountId, ...notice }: ToDevices,
): Promise<boolean> {
  if (!hasChannel(ctx, notice.tenantId, 'push')) return false;
  let isQueued = false;
  for (const { uuid, registration_id: to } of await registrationsOf(tx, notice.tenantId, webAccountId)) {
    const dedupKey = `${notice.dedupKey}:${uuid}`;
    isQueued = (await queueNotice(tx, ctx, { ...notice, channel: 'push', to, dedupKey })) || isQueued;
  }
  return isQueued;
}
