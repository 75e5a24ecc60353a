import type { AppContext } from '../../context.ts';
import type { Tx } from '../../platform/database.ts';
import { registrationsOf } from '../devices/public.ts';
import type { Message } from './message.types.ts';
import { isChannelOn, queueMessage } from './queue-message.ts';

type Notice = Omit<Message, 'channel' | 'to' | 'replaces'> & { readonly webAccountId: bigint };

/** Queues a message to every device on which its user has turned notices on. As `queueMessage`. */
export async function queueNotices(tx: Tx, ctx: AppContext, { webAccountId, ...notice }: Notice): Promise<void> {
  if (!isChannelOn(ctx, 'push')) return;
  for (const { uuid, registration_id: to } of await registrationsOf(tx, notice.tenantId, webAccountId)) {
    await queueMessage(tx, ctx, { ...notice, channel: 'push', to, dedupKey: `${notice.dedupKey}:${uuid}` });
  }
}
