import type { AppContext } from '../../context.ts';
import type { Tx } from '../../platform/database.ts';
import { queueNotice } from '../messages/public.ts';
import type { DisputeRow } from './dispute.store.ts';
import { findReached } from './holder.store.ts';

/** Writes to the cardholder that there is news. What it is stands on the page, behind the sign-in. */
export async function tellDispute(tx: Tx, ctx: AppContext, dispute: DisputeRow, cause: string): Promise<void> {
  const reached = await findReached(tx, dispute);
  if (!reached || reached.email === '') return;
  await queueNotice(tx, ctx, {
    tenantId: dispute.tenant_id,
    brandId: dispute.brand_id,
    holderId: dispute.holder_id,
    channel: 'email',
    to: reached.email,
    template: 'disputeNews',
    language: reached.language,
    params: { reference: dispute.reference },
    dedupKey: `dispute:${dispute.id}:${cause}`,
  });
}
