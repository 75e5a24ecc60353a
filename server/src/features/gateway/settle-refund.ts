import { err, ok } from '@wattle/contract/errors.ts';
import type { AppContext } from '../../compose/context.ts';
import type { Tx } from '../../platform/database/database.ts';
import { lockNames } from '../../platform/database/named-locks.ts';
import type { Effect } from '../payments/public.ts';
import { type ChargeState, chargeLock, readCharge } from './booking.ts';
import { findCharge } from './charge.store.ts';
import { bookLateRefund } from './lost-refund.kind.ts';
import { findPayment } from './payment.store.ts';
import {
  findRefund,
  type RefundAttempt,
  type RefundOutcome,
  type RefundRow,
  saveRefundPaid,
  settleRefund,
} from './refund.store.ts';

/** A refund, read under the lock of its charge. */
export async function lockRefund(tx: Tx, tenantId: number, key: string): Promise<RefundRow | undefined> {
  const refund = await findRefund(tx, tenantId, key);
  if (!refund) return undefined;
  await lockNames(tx, [chargeLock(refund.charge_id)]);
  return findRefund(tx, tenantId, key);
}

/**
 * Records the gateway's message about a refund. A refund that was made although a chargeback had stopped it, because it
 * was already sent, is booked as a loss.
 */
export async function settleOutcome(ctx: AppContext, attempt: RefundAttempt, to: RefundOutcome): Promise<void> {
  const isSettled = await ctx.database.transact(attempt.tenant_id, async (tx) => {
    await lockRefund(tx, attempt.tenant_id, attempt.key);
    return settleRefund(tx, attempt, to);
  });
  if (!isSettled && to.state === 'Done') await bookLateRefund(ctx, attempt);
}

/** A refund that the gateway has refused and no one has asked for again, and the brand that its payer paid. */
export type FailedRefund = { readonly refund: RefundRow; readonly paymentId: string; readonly brandId: number };

export async function findFailedRefund(tx: Tx, tenantId: number, key: string): Promise<FailedRefund | undefined> {
  const refund = await findRefund(tx, tenantId, key);
  if (refund?.state !== 'Failed') return undefined;
  const charge = await findCharge(tx, tenantId, refund.charge_id);
  const payment = charge?.charged_back_at === null && (await findPayment(tx, tenantId, charge.payment_id));
  return payment ? { refund, paymentId: payment.id, brandId: payment.brand_id } : undefined;
}

/** Ends a refund that the gateway has refused, because it is paid to a bank account. */
export function payingRefund({ refund: given, paymentId }: FailedRefund): Effect<'not_found', ChargeState> {
  return {
    lock: chargeLock(given.charge_id),
    read: (within) => readCharge({ chargeId: given.charge_id, paymentId }, within),
    decide(state) {
      const refund = state.refunds.find(({ key }) => key === given.key);
      if (refund?.state !== 'Failed' || state.charge?.charged_back_at !== null) return err('not_found', 'refund');
      const refunds = state.refunds.map((one) => (one === refund ? { ...one, state: 'Paid' as const } : one));
      return ok({
        state: { ...state, refunds },
        write: ({ tx }, { at, transferId }) => saveRefundPaid(tx, refund, { state: 'Paid', transferId, atMs: at }),
        details: { charge: given.charge_id, refund: given.key },
      });
    },
  };
}
