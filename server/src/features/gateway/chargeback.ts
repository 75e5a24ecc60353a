import type { AppContext } from '../../compose/context.ts';
import { findCharged } from './booking.ts';
import { findStanding } from './dispute.store.ts';
import { returnedChargeback } from './lost-refund.kind.ts';
import { type Charge, purposeOf } from './purpose.ts';
import { oweAgain } from './take-came-back.ts';

/**
 * Applies a chargeback, once. Its consequence depends on the purpose of the payment; a charge that was never booked has
 * its own. Refunds that were not made are stopped. The desk lists it.
 *
 * @returns false if the charge is not settled yet, it or its payment changed concurrently, or another dispute holds its
 * money
 */
export async function takeChargeback(
  ctx: AppContext,
  tenantId: number,
  chargeId: string,
  disputeId = chargeId,
): Promise<boolean> {
  const read = await ctx.database.transact(tenantId, async (tx) => {
    const charged = await findCharged(tx, tenantId, chargeId);
    return charged && { ...charged, standing: await findStanding(tx, tenantId, chargeId) };
  });
  if (!read || read.charge.state === 'Received') return false;
  const { charge, payment, standing = disputeId } = read;
  if (charge.charged_back_at !== null) return standing === disputeId;
  // What an earlier dispute left to be owed again would be taken twice.
  if (!(await oweAgain(ctx, tenantId, chargeId))) return false;
  const input: Charge = { chargeId, paymentId: payment.id, subject: payment.subject, amount: charge.amount, disputeId };
  const done = await ctx.payments.submit({
    tenantId,
    kind: charge.state === 'Booked' ? purposeOf(ctx, payment.purpose).chargeback : returnedChargeback,
    key: `chargeback:${chargeId}:${disputeId}`,
    actor: 'gateway',
    input,
    isRetryable: true,
  });
  return done.ok;
}
