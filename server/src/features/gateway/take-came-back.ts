import type { AppContext } from '../../compose/context.ts';
import { findCharge } from './charge.store.ts';
import { backAtGateway, cameBack } from './refund-came-back.kind.ts';
import { owedAgain } from './refund-owed-again.kind.ts';
import { findRefund, listLost, listRefunds, type RefundAttempt } from './refund.store.ts';

/**
 * Applies the gateway's word that a refund failed after it was made. Both steps are idempotent. False: another change
 * of the charge came between, and it is tried again.
 */
export async function takeCameBack(ctx: AppContext, { tenant_id: tenantId, key, attempt }: RefundAttempt) {
  const found = await ctx.database.transact(tenantId, async (tx) => {
    const refund = await findRefund(tx, tenantId, key);
    const charge = refund && (await findCharge(tx, tenantId, refund.charge_id));
    return refund && charge && { refund, charge };
  });
  // A refund that was refused or paid otherwise has not reached the card either.
  if (found?.refund.attempt !== attempt || !['Done', 'CameBack'].includes(found.refund.state)) return true;
  const { charge } = found;
  const submitted = {
    tenantId,
    actor: 'gateway',
    input: { key, attempt, chargeId: charge.id, paymentId: charge.payment_id },
    isRetryable: true,
  } as const;
  if (found.refund.state === 'Done') {
    const back = await ctx.payments.submit({ ...submitted, kind: cameBack, key: `came-back:${key}:${attempt}` });
    if (!back.ok) return false;
    ctx.log.error({ tenant: tenantId, refund: key }, 'a refund failed after the payment gateway had made it');
  }
  const renewed = await ctx.payments.submit({
    ...submitted,
    kind: backAtGateway,
    key: `back-at-gateway:${key}:${attempt}`,
  });
  return renewed.ok;
}

/**
 * Owes refunds of a charge again that came back while it was charged back, once the dispute is won. Idempotent. False:
 * another change of the charge came between, and it is tried again.
 */
export async function oweAgain(ctx: AppContext, tenantId: number, chargeId: string): Promise<boolean> {
  const { charge, lost } = await ctx.database.transact(tenantId, async (tx) => ({
    charge: await findCharge(tx, tenantId, chargeId),
    lost: listLost(await listRefunds(tx, tenantId, chargeId)),
  }));
  if (!charge || charge.charged_back_at !== null) return true;
  for (const { key } of lost) {
    const owed = await ctx.payments.submit({
      tenantId,
      kind: owedAgain,
      key: `owed-again:${key}`,
      actor: 'gateway',
      input: { key, chargeId, paymentId: charge.payment_id },
      isRetryable: true,
    });
    if (!owed.ok) return false;
  }
  return true;
}
