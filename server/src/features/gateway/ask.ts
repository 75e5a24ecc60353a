import type { AppContext } from '../../compose/context.ts';
import type { OutsideOutcome } from '../../outside/outcome.ts';
import type { GatewayWord, PaymentAt, PaymentGateway } from '../../outside/gateway/port.ts';
import { OutsideUnavailable } from '../../outside/outside-unavailable.ts';
import { gatewayOf } from '../programme/public.ts';
import { type GatewayPaymentState, isLive } from './gateway-payment.states.domain.ts';
import { learn, settleReceived } from './learn.ts';
import { findPayment, type GatewayPayment, takeAsking } from './payment.store.ts';
import { referenceOf } from './reference.ts';

/** Payment gateway of a programme. Throws where it has none. */
export function openGateway(
  ctx: Pick<AppContext, 'config' | 'outside' | 'programmes'>,
  tenantId: number,
): PaymentGateway {
  const gateway = gatewayOf(ctx, tenantId);
  if (!gateway) throw new OutsideUnavailable('gateway', { kind: 'unsent', code: 'not_configured' });
  return gateway;
}

/**
 * Queries the gateway about a payment and applies the answer.
 *
 * @param how `close`: ends its page before. `giveUp`: so does its payer
 * @returns true if the gateway answered; without an answer nothing is known about the payment
 */
export async function askAbout(
  ctx: AppContext,
  tenantId: number,
  id: string,
  how: 'state' | 'close' | 'giveUp' = 'state',
): Promise<boolean> {
  const payment = await ctx.database.read(tenantId, (tx) => findPayment(tx, tenantId, id));
  if (!payment) return false;
  const gateway = openGateway(ctx, tenantId);
  const at = atGateway(ctx, payment);
  const heard = wordOf(await (how === 'state' ? gateway.state(at) : gateway.close(at)));
  if (!heard) return false;
  const word: GatewayWord = how === 'giveUp' && heard.kind === 'closed' ? { kind: 'cancelled' } : heard;
  if (!(await learn(ctx, tenantId, id, word))) return true;
  // No more cards are tried on a page that a burst was tried on. One that the gateway did not close is closed later.
  return how === 'state' && (await askAbout(ctx, tenantId, id, 'close'));
}

/** A payment as its gateway knows it. */
function atGateway(
  { config }: Pick<AppContext, 'config'>,
  { tenant_id: tenantId, id, gateway_id: gatewayId, expires_at, amount }: GatewayPayment,
): PaymentAt {
  const openedAt = Date.parse(expires_at) - config.gateway.sessionMs;
  return { reference: referenceOf({ tenantId, id }), gatewayId, openedAt, amount };
}

/** A payment unknown to the gateway was not charged. */
function wordOf(outcome: OutsideOutcome<GatewayWord>): GatewayWord | undefined {
  if (outcome.kind === 'done') return outcome.value;
  return outcome.kind === 'refused' ? { kind: 'closed' } : undefined;
}

/** Takes the turn to query the gateway about an undecided payment, which anybody with its reference may ask for. */
async function takeTurn(ctx: AppContext, { tenant_id, id, state }: GatewayPayment): Promise<boolean> {
  if (!isLive(state) || state === 'Opening') return false;
  const { askEveryMs } = ctx.config.gateway;
  const now = ctx.clocks.security.now();
  return ctx.database.transact(tenant_id, (tx) => takeAsking(tx, tenant_id, id, now, askEveryMs));
}

/** Closes the page of an undecided payment whose payer gave up. Call outside of a transaction. */
export async function giveUp(ctx: AppContext, tenantId: number, id: string): Promise<void> {
  const payment = await ctx.database.read(tenantId, (tx) => findPayment(tx, tenantId, id));
  if (payment && (await takeTurn(ctx, payment))) await askAbout(ctx, tenantId, id, 'giveUp');
}

/**
 * State of a payment for a waiting page: an undecided one is queried at the gateway, at most every few seconds. Call
 * outside of a transaction.
 */
export async function lookAtPayment(
  ctx: AppContext,
  tenantId: number,
  id: string,
): Promise<GatewayPaymentState | undefined> {
  const read = () => ctx.database.transact(tenantId, (tx) => findPayment(tx, tenantId, id));
  const before = await read();
  if (!before) return undefined;
  if (await takeTurn(ctx, before)) await askAbout(ctx, tenantId, id);
  await settleReceived(ctx, tenantId, id);
  return (await read())?.state;
}
