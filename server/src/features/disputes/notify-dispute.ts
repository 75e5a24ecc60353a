import type { AppContext } from '../../compose/context.ts';
import { monthAt } from '../../platform/time/clock.ts';
import type { Tx } from '../../platform/database/database.ts';
import { enqueueLater } from '../../platform/due-work/enqueue-later.ts';
import type { QueuedJob } from '../../platform/due-work/job.ts';
import type { Queue } from '../../platform/due-work/queue.ts';
import { queueNotice } from '../messages/public.ts';
import { type DisputeRow, findDispute } from './dispute.store.ts';
import { listReached } from './holder.store.ts';

type News = { readonly reference: string; readonly cause: string };

const NEWS: Queue<News> = { name: 'disputes.tell', clock: 'security' };

/** Notifies the people concerned that there is news. The details are shown only after sign-in. */
export async function notifyDispute(tx: Tx, ctx: AppContext, dispute: DisputeRow, cause: string): Promise<void> {
  for (const { id: holderId, email, language } of await listReached(tx, dispute, monthAt(ctx.clocks.business.now()))) {
    await queueNotice(tx, ctx, {
      tenantId: dispute.tenant_id,
      brandId: dispute.brand_id,
      holderId,
      channel: 'email',
      to: email,
      template: 'disputeNews',
      language,
      params: { reference: dispute.reference },
      dedupKey: `dispute:${dispute.id}:${cause}${holderId === dispute.holder_id ? '' : `:${holderId}`}`,
    });
  }
}

/** The same in the transaction of a payment, without waiting for the writes. */
export function notifyDisputeLater(
  tx: Tx,
  { clocks }: Pick<AppContext, 'clocks'>,
  { tenant_id: tenantId, id, reference }: DisputeRow,
  cause: string,
): void {
  enqueueLater(tx, clocks, NEWS, { tenantId, key: `${id}:${cause}`, payload: { reference, cause } });
}

export const notifyDisputeNews: QueuedJob<AppContext, News> = {
  queue: NEWS,
  atOnce: 20,
  async inTransaction(ctx, tx, { tenantId, payload: { reference, cause } }) {
    const dispute = await findDispute(tx, tenantId, reference);
    if (dispute) await notifyDispute(tx, ctx, dispute, cause);
    return 'done';
  },
};
