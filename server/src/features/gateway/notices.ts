import type { sendGatewayNotice } from '@wattle/contract/gateway/gateway-notice.ts';
import type { BodyOf } from '@wattle/contract/operation.ts';
import type { AppContext } from '../../compose/context.ts';
import type { QueuedJob } from '../../platform/due-work/job.ts';
import type { Queue } from '../../platform/due-work/queue.ts';
import { askAbout } from './ask.ts';
import { takeChargeback } from './chargeback.ts';
import { learn } from './learn.ts';
import { findPayment } from './payment.store.ts';
import { readReference, readRefundReference } from './reference.ts';
import { findRefund } from './refund.store.ts';
import { settleOutcome } from './settle-refund.ts';
import { takeCameBack } from './take-came-back.ts';

type Notice = BodyOf<typeof sendGatewayNotice>;

/** Received notices. They contain ids, amounts and the last digits of cards. */
export const NOTICES: Queue<Notice> = { name: 'gateway.notice', clock: 'security' };

/** Number of the programme that the bytes of a notice name, before anything of them is believed. */
export function namedTenant(rawBody: Uint8Array): number | undefined {
  try {
    const { data } = JSON.parse(Buffer.from(rawBody).toString('utf8')) as { readonly data?: Partial<Notice['data']> };
    if (typeof data?.reference === 'string') return readReference(data.reference)?.tenantId;
    return typeof data?.refund === 'string' ? readRefundReference(data.refund)?.tenant_id : undefined;
  } catch {
    return undefined;
  }
}

/** Tenant of a notice; undefined if we know none of its references. */
export async function tenantOfNotice({ database }: AppContext, { data }: Notice): Promise<number | undefined> {
  if (data.reference !== undefined) {
    const named = readReference(data.reference);
    if (!named) return undefined;
    const payment = await database.read(named.tenantId, (tx) => findPayment(tx, named.tenantId, named.id));
    return payment?.tenant_id;
  }
  const named = data.refund === undefined ? undefined : readRefundReference(data.refund);
  if (!named) return undefined;
  const refund = await database.read(named.tenant_id, (tx) => findRefund(tx, named.tenant_id, named.key));
  return refund?.tenant_id;
}

/** Applies a notice. False if it arrived before the event that it depends on. */
export async function actOnNotice(ctx: AppContext, tenantId: number, notice: Notice): Promise<boolean> {
  const { type, data } = notice;
  const id = data.reference === undefined ? undefined : readReference(data.reference)?.id;
  if (type === 'refund.done' || type === 'refund.failed') {
    await settle(ctx, tenantId, data.refund, type === 'refund.done' ? 'Done' : 'Failed');
    return true;
  }
  if (type === 'refund.returned') {
    // Its earlier notice may come later, or never.
    await settle(ctx, tenantId, data.refund, 'Done');
    const named = data.refund === undefined ? undefined : readRefundReference(data.refund);
    return named?.tenant_id !== tenantId || takeCameBack(ctx, named);
  }
  if (id === undefined) return true;
  if (type === 'payment.paid' && data.charge) {
    const charge = { ...data.charge, amount: BigInt(data.charge.amount) };
    await learn(ctx, tenantId, id, { kind: 'paid', charges: [charge] });
  } else if (type === 'payment.declined') {
    await learn(ctx, tenantId, id, { kind: 'declined', card: data.card });
  } else if (type === 'payment.cancelled') {
    await learn(ctx, tenantId, id, { kind: 'cancelled' });
  } else if (type === 'payment.pending') {
    await learn(ctx, tenantId, id, { kind: 'pending' });
  } else if (type === 'charge.disputed' && data.chargeId !== undefined) {
    if (await takeChargeback(ctx, tenantId, data.chargeId)) return true;
    // Its payment is not booked yet, possibly because its notice was lost.
    await askAbout(ctx, tenantId, id);
    return takeChargeback(ctx, tenantId, data.chargeId);
  }
  return true;
}

async function settle(ctx: AppContext, tenantId: number, refund: string | undefined, state: 'Done' | 'Failed') {
  const named = refund === undefined ? undefined : readRefundReference(refund);
  if (!named || named.tenant_id !== tenantId) return;
  await settleOutcome(ctx, named, { state, settledAt: ctx.clocks.business.now(), nextAt: null });
}

/** Applies stored notices that were not applied yet or came too early. */
export const takeNotices: QueuedJob<AppContext, Notice> = {
  queue: NOTICES,
  atOnce: 10,
  async outside(ctx, { tenantId, payload, plannedAt }) {
    const isDone = await actOnNotice(ctx, tenantId, payload);
    return async () => {
      if (isDone) return 'done';
      const now = ctx.clocks.security.now();
      const { secondMs, thenMs, giveUpAfterMs } = ctx.config.outside.asking;
      if (now - plannedAt >= giveUpAfterMs) return { giveUp: 'unknown_charge' };
      return { againAt: now + (now - plannedAt < secondMs ? ctx.config.gateway.noticeAgainMs : thenMs) };
    };
  },
};
