import type { AppContext } from '../../compose/context.ts';
import { audit } from '../../platform/sealed-log/audit.ts';
import type { Tx } from '../../platform/database/database.ts';
import { CURRENCY } from '../../platform/money.ts';
import { lockNames } from '../../platform/database/named-locks.ts';
import { move } from '../../platform/state-table.domain.ts';
import type { GatewayCharge, GatewayDecline, GatewayWord, PayerCard } from '../../outside/gateway/port.ts';
import { chargeLock, findCharged } from './booking.ts';
import { countDecline, hashCard, isClosed } from './card-testing.ts';
import { type ChargeRow, findCharge, keepCharge, listReceived, lockCharge, saveChargeState } from './charge.store.ts';
import {
  GATEWAY_PAYMENT,
  type GatewayPaymentEvent,
  type GatewayPaymentState,
  isLive,
} from './gateway-payment.states.domain.ts';
import {
  claimCharge,
  findPayment,
  type GatewayPayment,
  hasDeclines,
  keepDecline,
  lockPayment,
  saveState,
} from './payment.store.ts';
import { type Charge, purposeOf } from './purpose.ts';
import { askRefund, CARD_REFUSED } from './refund.store.ts';
import { saveCard } from './saved-cards/saved-card.store.ts';

/**
 * Applies a report of the gateway about a payment, from a notice or a response. No other code does. Each step commits
 * separately and is idempotent, so a charge is booked once or refunded once even if a report comes twice, late or out
 * of order, or the server dies between two steps.
 *
 * @returns true if the page is open after a burst of declines, and is to be closed
 */
export async function learn(ctx: AppContext, tenantId: number, paymentId: string, word: GatewayWord): Promise<boolean> {
  const declines = 'declines' in word ? (word.declines ?? []) : [];
  let isBurst = false;
  for (const decline of declines) isBurst = (await learnDecline(ctx, tenantId, paymentId, decline)) || isBurst;
  if (word.kind === 'paid') {
    for (const charge of word.charges) await takeCharge(ctx, tenantId, paymentId, charge);
    return false;
  }
  if (word.kind === 'open') return isBurst;
  await ctx.database.transact(tenantId, async (tx) => {
    const payment = await lockPayment(tx, tenantId, paymentId);
    if (!payment) return;
    // A page that closed after declines alone is shown as declined: its payer knows that they did not pay.
    const isDeclined = word.kind === 'closed' && (await hasDeclines(tx, payment));
    const event = isDeclined ? 'decline' : EVENTS[word.kind];
    const state = nextState(payment, event);
    if (!state) return noteIgnored(tx, ctx, payment, event);
    await change(tx, ctx, payment, event, state);
  });
  return false;
}

/**
 * Counts a failed attempt, once by its id. The payment goes on: its page is open for another card.
 *
 * @returns true if the payment may go on though it was the last of a burst, or was counted before one: no answer may
 *   have come to the closing of its page
 */
export async function learnDecline(
  ctx: AppContext,
  tenantId: number,
  paymentId: string,
  { id, card }: GatewayDecline,
): Promise<boolean> {
  return ctx.database.transact(tenantId, async (tx) => {
    const payment = await findPayment(tx, tenantId, paymentId);
    if (!payment) return false;
    const { isPublic } = purposeOf(ctx, payment.purpose);
    const counted = { ...placeOf(payment), isPublic };
    const isNew = await keepDecline(tx, payment, id, ctx.clocks.business.now());
    if (!isNew) return isLive(payment.state) && (await isClosed(tx, ctx, counted));
    const isBurst = await countDecline(tx, ctx, counted, card?.fingerprint);
    audit(tx, ctx.clocks, {
      tenantId,
      actor: 'gateway',
      action: 'gateway.attempt',
      object: `payment:${paymentId}`,
      outcome: 'declined',
    });
    return isBurst;
  });
}

const EVENTS: Readonly<Record<Exclude<GatewayWord['kind'], 'paid' | 'open'>, GatewayPaymentEvent>> = {
  pending: 'doubt',
  cancelled: 'cancel',
  closed: 'expire',
};

function placeOf({ tenant_id, brand_id, purpose, subject, counted_as, address_hash }: GatewayPayment) {
  return {
    tenantId: tenant_id,
    brandId: brand_id,
    purpose,
    subject: counted_as ?? subject,
    addressHash: address_hash,
  };
}

/** Next state; undefined if the event changes nothing. */
function nextState({ state }: GatewayPayment, event: GatewayPaymentEvent): GatewayPaymentState | undefined {
  const next = move(GATEWAY_PAYMENT, { state, event, by: event === 'giveBack' ? 'programme' : 'gateway' });
  return next.kind === 'changed' ? next.to : undefined;
}

/** Records a late report, which changes nothing, in the audit log. */
function noteIgnored(
  tx: Tx,
  ctx: AppContext,
  { state, tenant_id, id }: GatewayPayment,
  event: GatewayPaymentEvent,
): void {
  const next = move(GATEWAY_PAYMENT, { state, event, by: 'gateway' });
  if (next.kind !== 'refused') return;
  audit(tx, ctx.clocks, {
    tenantId: tenant_id,
    actor: 'gateway',
    action: `gateway.${event}`,
    object: `payment:${id}`,
    outcome: next.error,
  });
}

/** Changes the state of a locked payment and calls its purpose if it ends. */
async function change(
  tx: Tx,
  ctx: AppContext,
  payment: GatewayPayment,
  event: GatewayPaymentEvent,
  state: GatewayPaymentState,
): Promise<void> {
  const { tenant_id: tenantId, id: paymentId, subject } = payment;
  saveState(tx, payment, state, isLive(state) ? null : ctx.clocks.business.now());
  audit(tx, ctx.clocks, {
    tenantId,
    actor: 'gateway',
    action: `gateway.${event}`,
    object: `payment:${paymentId}`,
    outcome: 'ok',
  });
  if (!isLive(state)) await purposeOf(ctx, payment.purpose).ended?.(tx, ctx, { tenantId, paymentId, subject, state });
}

/** Reason why a charge does not match its payment, whatever the purpose. */
function misfit(payment: GatewayPayment, charge: ChargeRow): string | undefined {
  if (charge.currency !== CURRENCY || charge.amount !== payment.amount) return 'amountDiffers';
  if (payment.charge_id !== null && payment.charge_id !== charge.id) return 'secondCharge';
  return undefined;
}

/**
 * Whether a card may not pay for this. The gateway refuses such cards where it can; what it does not say of a card is
 * not held against it.
 */
function isRefused(ctx: AppContext, { purpose }: GatewayPayment, charge: ChargeRow): boolean {
  const { refusesFunding, countries } = ctx.config.gateway.payers;
  const { card_funding: funding, card_country: country } = charge;
  if (funding !== null && refusesFunding[purposeOf(ctx, purpose).pays].includes(funding)) return true;
  return countries !== undefined && country !== null && !countries.includes(country);
}

/** Stores a charge, then books or refunds it. */
async function takeCharge(ctx: AppContext, tenantId: number, paymentId: string, given: GatewayCharge): Promise<void> {
  const open = await ctx.database.transact(tenantId, async (tx) => {
    await lockNames(tx, [chargeLock(given.id)]);
    const payment = await lockPayment(tx, tenantId, paymentId);
    if (!payment) return undefined;
    await keepCharge(tx, {
      tenantId,
      id: given.id,
      paymentId,
      amount: given.amount,
      currency: given.currency,
      cardHash: hashCard(ctx, given.card.fingerprint),
      card: given.card,
      fee: given.fee,
      receivedAt: ctx.clocks.business.now(),
    });
    const charge = await findCharge(tx, tenantId, given.id);
    // If another payment's charge has this reference, no part of the report can be trusted.
    if (charge?.payment_id !== paymentId || charge.state !== 'Received') return undefined;
    if (misfit(payment, charge) === undefined) {
      await claimCharge(tx, payment, charge.id);
      if (!isRefused(ctx, payment, charge)) await keepCard(tx, ctx, payment, given.card);
    }
    return charge;
  });
  if (open) await settleCharge(ctx, tenantId, open.id);
}

/** Saves the card of a payment whose payer asked for it. */
async function keepCard(tx: Tx, ctx: AppContext, payment: GatewayPayment, { saved, ...card }: PayerCard) {
  if (payment.saves_for === null || saved === undefined) return;
  const owner = { tenantId: payment.tenant_id, webAccountId: payment.saves_for };
  const cardHash = hashCard(ctx, card.fingerprint);
  const times = { business: ctx.clocks.business.now(), security: ctx.clocks.security.now() };
  await saveCard(tx, owner, { ...saved, cardHash, ending: card.ending }, times);
}

/** Settles charges that a server stored and did not process before it died. */
export async function settleReceived(ctx: AppContext, tenantId: number, paymentId: string): Promise<void> {
  const received = await ctx.database.transact(tenantId, (tx) => listReceived(tx, tenantId, paymentId));
  for (const { id } of received) await settleCharge(ctx, tenantId, id);
}

async function settleCharge(ctx: AppContext, tenantId: number, chargeId: string): Promise<void> {
  const read = await ctx.database.transact(tenantId, (tx) => findCharged(tx, tenantId, chargeId));
  if (!read || read.charge.state !== 'Received') return;
  const { charge, payment } = read;
  const unfit = misfit(payment, charge) ?? (isRefused(ctx, payment, charge) ? CARD_REFUSED : undefined);
  const reason = unfit ?? (await book(ctx, payment, charge));
  if (reason !== undefined) await giveBack(ctx, payment, charge, reason);
}

/** Undefined once it is booked, otherwise the reason why it cannot be. */
async function book(ctx: AppContext, payment: GatewayPayment, charge: ChargeRow): Promise<string | undefined> {
  const { tenant_id: tenantId, id: paymentId, subject } = payment;
  const input: Charge = { chargeId: charge.id, paymentId, subject, amount: charge.amount };
  const booked = await ctx.payments.submit({
    tenantId,
    kind: purposeOf(ctx, payment.purpose).booking,
    key: `charge:${charge.id}`,
    actor: 'gateway',
    input,
  });
  return booked.ok ? undefined : 'unsettled';
}

/** Refunds the whole charge to its card, once. */
async function giveBack(ctx: AppContext, { id }: GatewayPayment, { tenant_id, ...charge }: ChargeRow, reason: string) {
  await ctx.database.transact(tenant_id, async (tx) => {
    await lockNames(tx, [chargeLock(charge.id)]);
    const current = await lockCharge(tx, tenant_id, charge.id);
    const payment = await lockPayment(tx, tenant_id, id);
    if (!current || !payment || current.state !== 'Received') return;
    saveChargeState(tx, current, 'Returned');
    const { id: chargeId, amount } = charge;
    const refund = { tenantId: tenant_id, chargeId, amount, key: `unsettled.${chargeId}`, reason };
    const { business, security } = ctx.clocks;
    await askRefund(tx, refund, { business: business.now(), security: security.now() });
    const state = nextState(payment, 'giveBack');
    if (state) await change(tx, ctx, payment, 'giveBack', state);
  });
}
