import type { AppContext } from '../../context.ts';
import { audit } from '../../platform/audit.ts';
import { findCharge, noteChargedBack } from './charge.store.ts';
import { findPayment } from './payment.store.ts';
import { type Charge, purposeOf } from './purpose.ts';

/**
 * Applies a chargeback. Its consequence depends on the purpose of the payment. A charge that was refunded before has
 * none. The desk lists both.
 *
 * @returns false if the charge is not settled yet, or its payment changed concurrently
 */
export async function takeChargeback(ctx: AppContext, tenantId: number, chargeId: string): Promise<boolean> {
  const read = await ctx.database.transact(tenantId, async (tx) => {
    const charge = await findCharge(tx, tenantId, chargeId);
    const payment = charge && (await findPayment(tx, tenantId, charge.payment_id));
    return charge && payment ? { charge, payment } : undefined;
  });
  if (!read || read.charge.state === 'Received') return false;
  const { charge, payment } = read;
  if (charge.state === 'Booked') {
    const input: Charge = { chargeId, paymentId: payment.id, subject: payment.subject, amount: charge.amount };
    const done = await ctx.payments.submit({
      tenantId,
      kind: purposeOf(ctx, payment.purpose).chargeback,
      key: `chargeback:${chargeId}`,
      actor: 'gateway',
      input,
      isRetryable: true,
    });
    return done.ok;
  }
  await ctx.database.transact(tenantId, async (tx) => {
    // A charge that was refunded before. For a booked charge, the payment has recorded the chargeback.
    if (!(await noteChargedBack(tx, charge, ctx.clocks.business.now()))) return;
    audit(tx, ctx.clocks, {
      tenantId,
      actor: 'gateway',
      action: 'gateway.chargeback',
      object: `payment:${payment.id}`,
      outcome: 'returned_before',
      details: { charge: chargeId },
    });
  });
  return true;
}
