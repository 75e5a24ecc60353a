import type { AppContext } from '../../compose/context.ts';
import type { GatewayHappening } from '../../outside/gateway/port.ts';
import { findCharged } from './booking.ts';
import { keepLoaded } from './card-money.store.ts';
import { findCharge } from './charge.store.ts';
import { takeChargeback } from './chargeback.ts';
import { closeDispute, hearDispute, keepWarning } from './dispute.store.ts';
import { disputeWon } from './dispute-won.kind.ts';
import { purposeOf } from './purpose.ts';
import { oweAgain } from './take-came-back.ts';

type Dispute = Extract<GatewayHappening, { readonly disputeId: string }>;
type Warning = Extract<GatewayHappening, { readonly warningId: string }>;

/**
 * Applies what the bank of a card says of a charge, in whatever order it comes. Money that came back was taken before,
 * so a dispute that is won is taken first.
 *
 * @returns false if the charge is not known or settled yet, changed concurrently, or another dispute holds its money,
 * which may be won later or is a person's
 */
export async function takeDispute(
  ctx: AppContext,
  tenantId: number,
  chargeId: string,
  what: Dispute,
): Promise<boolean> {
  const { disputeId, amount } = what;
  const atMs = ctx.clocks.business.now();
  const heard = await ctx.database.transact(tenantId, async (tx) => {
    if (!(await findCharge(tx, tenantId, chargeId))) return undefined;
    const dispute = await hearDispute(tx, { tenantId, id: disputeId, chargeId, amount, atMs });
    if (what.kind === 'disputeClosed') await closeDispute(tx, tenantId, disputeId, atMs);
    return dispute;
  });
  if (!heard) return false;
  if (what.kind === 'disputeOpened' || what.kind === 'disputeClosed') return true;
  if (heard.won_at === null) {
    if (heard.taken_at === null && !(await takeChargeback(ctx, tenantId, chargeId, disputeId))) return false;
    if (what.kind === 'disputed') return true;
    if (!(await win(ctx, tenantId, chargeId, disputeId))) return false;
  }
  return oweAgain(ctx, tenantId, chargeId);
}

async function win(ctx: AppContext, tenantId: number, chargeId: string, disputeId: string): Promise<boolean> {
  const found = await ctx.database.transact(tenantId, (tx) => findCharged(tx, tenantId, chargeId));
  if (!found) return false;
  const { charge, payment } = found;
  const won = await ctx.payments.submit({
    tenantId,
    kind: disputeWon,
    key: `dispute-won:${chargeId}:${disputeId}`,
    actor: 'gateway',
    input: {
      chargeId,
      paymentId: payment.id,
      subject: payment.subject,
      amount: charge.amount,
      disputeId,
      isLoad: purposeOf(ctx, payment.purpose).pays === 'topUp',
    },
    isRetryable: true,
  });
  return won.ok;
}

/** Keeps a warning of fraud for the desk, and what the charge loaded in the programme. */
export function takeWarning(ctx: AppContext, tenantId: number, chargeId: string, what: Warning): Promise<boolean> {
  const { warningId: id, word } = what;
  const atMs = ctx.clocks.business.now();
  return ctx.database.transact(tenantId, async (tx) => {
    const charge = await findCharge(tx, tenantId, chargeId);
    if (!charge) return false;
    const isNew = await keepWarning(tx, tenantId, { id, chargeId, word, atMs });
    const { keptAfterWarningMs, keptInMs } = ctx.config.gateway;
    if (isNew) await keepLoaded(tx, charge, { untilMs: atMs + keptAfterWarningMs, keptInMs });
    return true;
  });
}
