import type { reverse } from '@wattle/contract/network/authorise.ts';
import { ANSWER, type NetworkAnswer } from '@wattle/contract/network/message.ts';
import type { BodyOf } from '@wattle/contract/operation.ts';
import type { AppContext } from '../../compose/context.ts';
import { openLedger } from '../../ledger/open-ledger.ts';
import type { Tx } from '../../platform/database/database.ts';
import {
  answerFollowUp,
  approved,
  drawApprovalCode,
  type Outcome,
  refused,
  unknownHere,
  type PaymentTransaction,
  taken,
} from './answer-once.ts';
import { type EarlyEvent, findEarlyEvent, keepEarlyEvent } from './early-reversal.store.ts';
import { heldFeeOf } from '../fees/public.ts';
import { findTenantOfReference, lockReferences, readPurchaseNamed, wasCheck } from './network-message.store.ts';
import {
  lockAuthorisation,
  readIncrement,
  reduceIncrement,
  saveCourse,
  type StoredAuthorisation,
} from './stored-authorisation.store.ts';
import { heldAfterReversal } from './purchase-course.domain.ts';
import { followEvent, startOfPurchase } from './told/follow-event.ts';
import { courseAt, placeOf } from './told/purchase-event.domain.ts';
import { endPendingRefund, isPendingRefund } from './told/pending-refund.store.ts';
import { addEnding } from './told/purchase-ending.store.ts';
import { readEvents } from './told/purchase-event.store.ts';
import { giveUseBack } from './virtual-use.store.ts';

type Message = { readonly reference: string; readonly original: string; readonly after?: number | undefined };
type Reversal = BodyOf<typeof reverse>;

/**
 * A message that names a purchase and no card. `keep`: cents that a reversal leaves of the purchase, or that are held.
 * An expiry keeps none.
 */
export type FollowUp = Message & {
  readonly kind: 'reversal' | 'hold' | 'expiry';
  readonly keep: bigint;
  /** A reversal of an approval that came after the deadline: the shop was declined. */
  readonly isTooLate: boolean;
  /** As it was sent, by which a repeat is known. */
  readonly message: Message & Readonly<Record<string, unknown>>;
};

const ledger = openLedger();

/**
 * Reverses an authorisation before it is cleared, in full or down to the replacement amount. A repeat changes nothing,
 * even under another reference, because it asks for a state and not a step.
 */
export function reversePurchase(ctx: AppContext, message: Reversal, isHere = false): Promise<NetworkAnswer> {
  return followPurchase(ctx, ofReversal(message), isHere);
}

function ofReversal(message: Reversal): FollowUp {
  const { reference, original, after, replacementAmount = 0, why } = message;
  const keep = BigInt(replacementAmount);
  return { kind: 'reversal', reference, original, after, keep, isTooLate: why === 'tooLate', message };
}

/**
 * Carries out a follow-up. One that arrives before its authorisation is stored for it. `isHere`: the cluster of its
 * purchase is known to be this one.
 */
export async function followPurchase(ctx: AppContext, followUp: FollowUp, isHere: boolean): Promise<NetworkAnswer> {
  const early = await answerEarly(ctx, followUp, isHere);
  return (
    early ??
    answerFollowUp(ctx, followUp.kind, followUp.message, (within) => followIn(within, followUp, keepForStandIn))
  );
}

/**
 * Reverses a purchase that the books approved, after the network has received a decline. A purchase that the books
 * declined too stays as it is, because the network has sent no reversal.
 */
export function takeBackApproval(ctx: AppContext, message: Reversal): Promise<NetworkAnswer> {
  const followUp = ofReversal(message);
  return answerFollowUp(ctx, 'reversal', message, (within) =>
    followIn(within, followUp, async () => taken(followUp.reference)),
  );
}

/** Stores a follow-up whose purchase has not arrived; undefined if it has arrived and this is not a repeat. */
async function answerEarly(ctx: AppContext, followUp: FollowUp, isHere: boolean): Promise<NetworkAnswer | undefined> {
  const { reference, original } = followUp;
  const known = await ctx.database.readShared(async (tx) => {
    const tenantId = await findTenantOfReference(tx, original);
    // Read afterwards, because the authorisation became known only after the reversal was stored.
    return { tenantId, kept: await findEarlyEvent(tx, reference) };
  });
  if (known.kept) return answerOfKept(followUp, known.kept);
  if (known.tenantId !== undefined) return undefined;
  // Another cluster may have it.
  if (ctx.places && !isHere) return unknownHere(ctx, reference, ANSWER.error);
  return ctx.database.transactShared(async (tx) => {
    // A concurrent authorisation is waited for, or finds the follow-up stored here.
    await lockReferences(tx, [reference, original]);
    const before = await findEarlyEvent(tx, reference);
    if (before) return answerOfKept(followUp, before);
    if ((await findTenantOfReference(tx, original)) !== undefined) return undefined;
    if ((await findTenantOfReference(tx, reference)) !== undefined) return refused(reference, ANSWER.duplicate);
    return answerOfKept(followUp, await keepEarly(ctx, tx, followUp));
  });
}

/** Equal content is a repeat. */
function answerOfKept({ reference, original, kind, keep, after }: FollowUp, kept: EarlyEvent): NetworkAnswer {
  const place = after === undefined ? null : BigInt(after);
  return kept.original === original && kept.kind === kind && kept.keep === keep && kept.place === place
    ? { reference, answer: ANSWER.approved, approvalCode: kept.approval_code, available: null }
    : refused(reference, ANSWER.duplicate);
}

/** Answers a follow-up of a purchase without a hold. */
type Unheld = (within: PaymentTransaction, followUp: FollowUp) => Promise<NetworkAnswer>;

async function followIn(within: PaymentTransaction, followUp: FollowUp, answerUnheld: Unheld): Promise<Outcome> {
  const { ctx, tx, tenantId } = within;
  const original = await lockAuthorisation(tx, tenantId, followUp.original);
  if (original && original.status !== 'declined') {
    if (followUp.isTooLate || followUp.kind === 'expiry') {
      const purchase = { authorisationId: original.id, memberAccountId: original.member_account_id };
      const kind = followUp.isTooLate ? 'tooLate' : 'expired';
      addEnding(tx, tenantId, purchase, { kind, atMs: ctx.clocks.business.now() });
    }
    const known = await readEvents(tx, tenantId, original.reference);
    if (followUp.kind !== 'reversal' || followUp.after !== undefined || known.start) {
      return followEvent(within, original, { ...followUp, known });
    }
  }
  if (followUp.kind === 'reversal') return reverseIn(within, followUp, original, answerUnheld);
  if (original) return { answer: await answerUnheld(within, followUp), authorisationId: original.id };
  const purchase = await lockAuthorisation(tx, tenantId, await readPurchaseNamed(tx, tenantId, followUp.original));
  if (!purchase || purchase.status === 'declined') return reverseOther(within, followUp, answerUnheld);
  const known = await readEvents(tx, tenantId, purchase.reference);
  return followEvent(within, purchase, { ...followUp, known });
}

async function reverseIn(
  { ctx, tx, tenantId }: PaymentTransaction,
  followUp: FollowUp,
  original: StoredAuthorisation | undefined,
  answerUnheld: Unheld,
): Promise<Outcome> {
  if (!original) {
    const ofIncrement = await reverseIncrement({ ctx, tx, tenantId }, followUp);
    return ofIncrement ?? reverseOther({ ctx, tx, tenantId }, followUp, answerUnheld);
  }
  const { reference, keep } = followUp;
  switch (original.status) {
    case 'cleared':
      // The money has moved, so only a refund can return it.
      return { answer: refused(reference, ANSWER.notPermitted), authorisationId: original.id };
    case 'approved':
      // The amount can only decrease, because an increase would be a purchase without checks.
      if (keep > original.current_amount + original.cleared_amount) {
        return { answer: refused(reference, ANSWER.overLimit), authorisationId: original.id };
      }
      await letGo(ctx, tx, original, heldAfterReversal(original.cleared_amount, keep));
      return { ...(await outcomeOf(tx, original, reference)), changed: original.member_account_id };
    case 'declined':
      return { answer: await answerUnheld({ ctx, tx, tenantId }, followUp), authorisationId: original.id };
    case 'expired':
    case 'reversed':
      // The requested state is reached already: nothing is held.
      return outcomeOf(tx, original, reference);
  }
}

/** Reverses only an increment, in full or down to the replacement amount. Undefined where the message names none. */
async function reverseIncrement(
  { ctx, tx, tenantId }: PaymentTransaction,
  { original, reference, keep, after }: FollowUp,
): Promise<Outcome | undefined> {
  const increment = await readIncrement(tx, tenantId, original);
  const purchase = increment && (await lockAuthorisation(tx, tenantId, increment.purchase));
  if (!increment || !purchase) return undefined;
  if (keep > increment.cents) return { answer: refused(reference, ANSWER.overLimit), authorisationId: purchase.id };
  const back = increment.cents - keep;
  const known = await readEvents(tx, tenantId, purchase.reference);
  if (back > 0n && (known.start || after !== undefined)) {
    reduceIncrement(tx, tenantId, original, keep);
    return reverseEvent({ ctx, tx, tenantId }, purchase, { reference, after, known, back, increment: original });
  }
  if (purchase.status === 'cleared')
    return { answer: refused(reference, ANSWER.notPermitted), authorisationId: purchase.id };
  if (purchase.status !== 'approved' || back === 0n) return outcomeOf(tx, purchase, reference);
  const left = purchase.current_amount > back ? purchase.current_amount - back : 0n;
  await letGo(ctx, tx, purchase, left, original);
  reduceIncrement(tx, tenantId, original, keep);
  return { ...(await outcomeOf(tx, purchase, reference)), changed: purchase.member_account_id };
}

type Back = Pick<Parameters<typeof followEvent>[2], 'reference' | 'after' | 'known' | 'increment'> & {
  /** Cents. */
  readonly back: bigint;
};

/** Among events, the reversal of an increment leaves so much less of the whole purchase at its place. */
async function reverseEvent(
  within: PaymentTransaction,
  purchase: StoredAuthorisation,
  { back, ...named }: Back,
): Promise<Outcome> {
  const { after, known } = named;
  const place = placeOf(after, known.events);
  const { held, cleared } = courseAt(place, startOfPurchase(purchase, known), known.events);
  const keep = cleared + (held > back ? held - back : 0n);
  return followEvent(within, purchase, { ...named, kind: 'reversal', keep });
}

/**
 * Follows a message that left no purchase: an announced refund, a verification, or a decline by a server that stood in.
 * Nothing is held, so there is nothing to release.
 */
async function reverseOther(within: PaymentTransaction, followUp: FollowUp, answerUnheld: Unheld): Promise<Outcome> {
  const { ctx, tx, tenantId } = within;
  const { original, reference } = followUp;
  if (await isPendingRefund(tx, tenantId, original)) {
    const ended = { ending: 'reversed', atMs: ctx.clocks.business.now() } as const;
    return { answer: taken(reference), changed: await endPendingRefund(tx, tenantId, original, ended) };
  }
  const isCheck = await wasCheck(tx, tenantId, original);
  return { answer: isCheck ? await answerUnheld(within, followUp) : refused(reference, ANSWER.error) };
}

/** A hold may yet stand for what is declined here: that of a stand-in server, or of its processor. It looks for this. */
export async function keepForStandIn({ ctx, tx }: PaymentTransaction, followUp: FollowUp): Promise<NetworkAnswer> {
  return answerOfKept(followUp, await keepEarly(ctx, tx, followUp));
}

function keepEarly(ctx: AppContext, tx: Tx, followUp: FollowUp): Promise<EarlyEvent> {
  const { reference, original, kind, keep, after, isTooLate } = followUp;
  const place = after === undefined ? null : BigInt(after);
  const event = { original, kind, keep, place, is_too_late: isTooLate, approval_code: drawApprovalCode() };
  return keepEarlyEvent(tx, reference, event, ctx.clocks.business.now());
}

async function letGo(
  ctx: AppContext,
  tx: Tx,
  original: StoredAuthorisation,
  keep: bigint,
  increment?: string,
): Promise<void> {
  if (original.hold_id === null) throw new Error(`approved authorisation ${original.id} has no hold`);
  if (keep === original.current_amount) return;
  const feeHeld = heldFeeOf(original.cleared_amount, keep, original.fee_points);
  const released = await ledger.releaseHold(tx, {
    tenantId: original.tenant_id,
    hold: original.hold_id,
    keep: keep + feeHeld,
    at: ctx.clocks.business.now(),
    because: 'voided',
  });
  if (!released.ok) throw new Error(`the ledger refused to let go of a hold: ${released.refusal}`);
  const status = keep === 0n ? 'reversed' : 'approved';
  await saveCourse(tx, original, { status, currentAmount: keep, feeHeld, increment });
  if (keep === 0n && original.cleared_amount === 0n) giveUseBack(tx, original);
}

export async function outcomeOf(tx: Tx, original: StoredAuthorisation, reference: string): Promise<Outcome> {
  const balance = await ledger.balance(tx, original.tenant_id, original.ledger_account_id);
  if (!balance) throw new Error(`the account of authorisation ${original.id} is gone`);
  const approvalCode = original.approval_code ?? drawApprovalCode();
  return {
    answer: approved(reference, approvalCode, balance.balance - balance.held),
    authorisationId: original.id,
  };
}
