import type { AppContext } from '../../../compose/context.ts';
import type { Session } from '../../../http/handle.ts';
import type { Tx } from '../../../platform/database/database.ts';
import { notifyHolder } from '../../messages/public.ts';
import type { BlockedPayeeRow } from './blocked-payee.store.ts';

/** Notifies every contact, because a scammer may talk a person into unblocking. */
export async function notifyUnblocked(
  tx: Tx,
  ctx: AppContext,
  { tenantId, brandId, holderId }: Pick<Session, 'tenantId' | 'brandId' | 'holderId'>,
  { id, name }: BlockedPayeeRow,
): Promise<void> {
  if (holderId === null) return;
  await notifyHolder(tx, ctx, {
    tenantId,
    brandId,
    holderId,
    template: 'payeeUnblocked',
    params: { name },
    dedupKey: `payeeUnblocked:${id}`,
    everyContact: true,
  });
}
