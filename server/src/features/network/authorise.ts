import { randomUUID, timingSafeEqual } from 'node:crypto';
import type { authorise } from '@wattle/contract/network/authorise.ts';
import { ANSWER, type NetworkAnswer } from '@wattle/contract/network/message.ts';
import type { BodyOf } from '@wattle/contract/operation.ts';
import type { AppContext } from '../../context.ts';
import { openLedger } from '../../ledger/open-ledger.ts';
import { dayAt, monthAt } from '../../platform/clock.ts';
import type { Tx } from '../../platform/database.ts';
import { productSettings, statusIn } from '../cards/public.ts';
import { drawReceipt } from '../transactions/public.ts';
import { answerCardMessage, approved, drawApprovalCode, type Outcome, refused } from './answer-once.ts';
import { type Asked, type CardFacts, type Decline, decide } from './decide.domain.ts';
import { holdEndsAt, isEstimate } from './hold-days.domain.ts';
import { readMerchant } from './merchant.ts';
import { addAuthorisation, lockCardByPan, type NetworkCard, readSpentOn, savePinFailures } from './network.store.ts';

export type PurchaseMessage = BodyOf<typeof authorise>;

const ledger = openLedger();

/** May this purchase be made? An approval holds its amount; a decline is kept for the cardholder to see. */
export function authorisePurchase(ctx: AppContext, message: PurchaseMessage): Promise<NetworkAnswer> {
  return answerCardMessage(ctx, 'authorisation', message, async ({ tx, tenantId, panHash }) => {
    const card = await lockCardByPan(tx, tenantId, panHash, message.expiry);
    if (!card) return { answer: refused(message.reference, ANSWER.noSuchCard) };
    const decline = await check(ctx, tx, card, message);
    if (decline) return keepDecline(ctx, tx, card, message, decline);
    return (await hold(ctx, tx, card, message, { isAdvice: false })) ?? keepDecline(ctx, tx, card, message, NO_FUNDS);
  });
}

/** A purchase that the network has approved in our stead: held whatever the card and its balance are. */
export function takeAdvice(ctx: AppContext, message: PurchaseMessage): Promise<NetworkAnswer> {
  return answerCardMessage(ctx, 'advice', message, async ({ tx, tenantId, panHash }) => {
    const card = await lockCardByPan(tx, tenantId, panHash, message.expiry);
    if (!card) return { answer: refused(message.reference, ANSWER.noSuchCard) };
    const held = await hold(ctx, tx, card, message, { isAdvice: true });
    if (!held) throw new Error('a forced hold was refused');
    return held;
  });
}

const NO_FUNDS: Decline = { answer: ANSWER.noFunds, reason: 'noFunds' };

async function check(
  ctx: AppContext,
  tx: Tx,
  card: NetworkCard,
  message: PurchaseMessage,
): Promise<Decline | undefined> {
  const now = ctx.clocks.business.now();
  const rules = productSettings.parse(card.product_settings);
  const facts: CardFacts = {
    status: statusIn(monthAt(now), card),
    expiry: card.expiry,
    isVirtual: card.is_virtual,
    contactlessOn: card.contactless_on,
    pinFailures: card.network_pin_failures,
    spendLimit: card.spend_limit ?? (rules.spendLimit === null ? null : BigInt(rules.spendLimit)),
    spentToday: await readSpentOn(tx, card, dayAt(now)),
    rules,
  };
  const { decline, pinCount } = decide(facts, askedOf(ctx, card, message));
  if (pinCount === 'counted') await savePinFailures(tx, card, card.network_pin_failures + 1);
  if (pinCount === 'cleared') await savePinFailures(tx, card, 0);
  return decline;
}

function askedOf(ctx: AppContext, card: NetworkCard, message: PurchaseMessage): Asked {
  const { pin, cvv2, cardNumber } = message;
  const pvv =
    pin === undefined || card.pvv_key_index === null ? '' : ctx.secrets.pvv(cardNumber, card.pvv_key_index, pin);
  return {
    amount: BigInt(message.amount),
    expiry: message.expiry,
    channel: message.channel,
    mcc: message.merchant.mcc,
    pin: pin === undefined ? 'none' : isSame(pvv, card.pvv ?? '') ? 'right' : 'wrong',
    cvv2: cvv2 === undefined ? 'none' : isSame(cvv2, ctx.secrets.cvv2(cardNumber, card.expiry)) ? 'right' : 'wrong',
  };
}

/** Digits compared in a time that tells nothing of them. An empty one is no proof of anything. */
function isSame(given: string, right: string): boolean {
  return given.length > 0 && given.length === right.length && timingSafeEqual(Buffer.from(given), Buffer.from(right));
}

/** Places the hold and keeps the approval; undefined when the money is not there. */
async function hold(
  ctx: AppContext,
  tx: Tx,
  card: NetworkCard,
  message: PurchaseMessage,
  { isAdvice }: { readonly isAdvice: boolean },
): Promise<Outcome | undefined> {
  const now = ctx.clocks.business.now();
  const expiresAt = holdEndsAt(now, message.merchant.mcc);
  const held = await ledger.placeHold(tx, {
    tenantId: card.tenant_id,
    key: `network:${message.reference}`,
    account: card.ledger_account_id,
    amount: BigInt(message.amount),
    placedAt: now,
    expiresAt,
    forced: isAdvice,
  });
  if (!held.ok) {
    if (held.refusal === 'insufficient_funds') return undefined;
    throw new Error(`the ledger refused a hold: ${held.refusal}`);
  }
  const approvalCode = drawApprovalCode();
  const { balance } = held.value;
  const authorisationId = await addAuthorisation(tx, {
    ...describe(ctx, card, message),
    isAdvice,
    answer: ANSWER.approved,
    declineReason: null,
    approvalCode,
    hold: { id: held.value.id, expiresAt },
  });
  const answer = approved(message.reference, approvalCode, balance.balance - balance.held);
  return { answer, authorisationId, changed: card.member_account_id };
}

async function keepDecline(
  ctx: AppContext,
  tx: Tx,
  card: NetworkCard,
  message: PurchaseMessage,
  decline: Decline,
): Promise<Outcome> {
  const authorisationId = await addAuthorisation(tx, {
    ...describe(ctx, card, message),
    isAdvice: false,
    answer: decline.answer,
    declineReason: decline.reason,
    approvalCode: null,
    hold: null,
  });
  return { answer: refused(message.reference, decline.answer), authorisationId, changed: card.member_account_id };
}

function describe(ctx: AppContext, card: NetworkCard, message: PurchaseMessage) {
  const { merchant, channel } = message;
  const { name, raw, category } = readMerchant(merchant, channel);
  const now = ctx.clocks.business.now();
  return {
    tenantId: card.tenant_id,
    publicId: randomUUID(),
    reference: message.reference,
    cardId: card.id,
    memberAccountId: card.member_account_id,
    amount: BigInt(message.amount),
    merchantName: name,
    merchantRaw: raw,
    merchantCity: merchant.city ?? null,
    merchantCountry: merchant.country,
    mcc: merchant.mcc,
    category,
    channel,
    isEstimate: isEstimate(merchant.mcc),
    receipt: drawReceipt(),
    at: happenedAt(message.at, now),
    // Limits run by our own day: a message that says another cannot get round them.
    day: dayAt(now),
  };
}

/** When the purchase was made, as the network says; never after now. */
export function happenedAt(sent: string | undefined, now: number): number {
  const at = sent === undefined ? Number.NaN : Date.parse(sent);
  return Number.isNaN(at) ? now : Math.min(at, now);
}
