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
} from './answer-once.ts';
import { type EarlyReversal, findEarlyReversal, keepEarlyReversal } from './early-reversal.store.ts';
import { heldFeeOf } from '../fees/public.ts';
import { findTenantOfReference, lockReferences, wasCheck } from './network-message.store.ts';
import {
  lockAuthorisation,
  readIncrement,
  reduceIncrement,
  saveCourse,
  type StoredAuthorisation,
} from './stored-authorisation.store.ts';
import { heldAfterReversal } from './purchase-course.domain.ts';
import { giveUseBack } from './virtual-use.store.ts';

type Reversal = BodyOf<typeof reverse>;

const ledger = openLedger();

/**
 * Reverses an authorisation before it is cleared, in full or down to the replacement amount. A repeat changes nothing,
 * even under another reference, because it asks for a state and not a step. A reversal that arrives before its
 * authorisation is stored for it.
 */
export async function reversePurchase(ctx: AppContext, message: Reversal): Promise<NetworkAnswer> {
  const early = await answerEarly(ctx, message);
  return early ?? reverseKnown(ctx, message);
}

/** The same for a purchase of this cluster; otherwise 96. */
function reverseKnown(ctx: AppContext, message: Reversal): Promise<NetworkAnswer> {
  return answerFollowUp(ctx, 'reversal', message, (within) => reverseIn(within, message, keepForStandIn));
}

/**
 * Reverses a purchase that the books approved, after the network has received a decline. A purchase that the books
 * declined too stays as it is, because the network has sent no reversal.
 */
export function takeBackApproval(ctx: AppContext, message: Reversal): Promise<NetworkAnswer> {
  return answerFollowUp(ctx, 'reversal', message, (within) =>
    reverseIn(within, message, async () => nothingHeld(message)),
  );
}

/** Stores a reversal whose purchase has not arrived; undefined if it has arrived and this is not a repeat. */
async function answerEarly(ctx: AppContext, message: Reversal): Promise<NetworkAnswer | undefined> {
  const { reference, original } = message;
  const known = await ctx.database.readShared(async (tx) => {
    const tenantId = await findTenantOfReference(tx, original);
    // Read afterwards, because the authorisation became known only after the reversal was stored.
    return { tenantId, kept: await findEarlyReversal(tx, reference) };
  });
  if (known.kept) return answerOfKept(message, known.kept);
  if (known.tenantId !== undefined) return undefined;
  // Another cluster may have it.
  if (ctx.places) return unknownHere(ctx, reference, ANSWER.error);
  return ctx.database.transactShared(async (tx) => {
    // A concurrent authorisation is waited for, or finds the reversal stored here.
    await lockReferences(tx, [reference, original]);
    const before = await findEarlyReversal(tx, reference);
    if (before) return answerOfKept(message, before);
    if ((await findTenantOfReference(tx, original)) !== undefined) return undefined;
    if ((await findTenantOfReference(tx, reference)) !== undefined) return refused(reference, ANSWER.duplicate);
    return answerOfKept(message, await keepReversal(ctx, tx, message));
  });
}

const keepOf = ({ replacementAmount }: Reversal) => BigInt(replacementAmount ?? 0);

function answerOfKept(message: Reversal, kept: EarlyReversal): NetworkAnswer {
  const { reference, original } = message;
  return kept.original === original && kept.keep === keepOf(message)
    ? { reference, answer: ANSWER.approved, approvalCode: kept.approval_code, available: null }
    : refused(reference, ANSWER.duplicate);
}

/** Answers a reversal of a purchase without a hold. */
type Unheld = (within: PaymentTransaction, message: Reversal) => Promise<NetworkAnswer>;

async function reverseIn(
  { ctx, tx, tenantId }: PaymentTransaction,
  message: Reversal,
  answerUnheld: Unheld,
): Promise<Outcome> {
  const original = await lockAuthorisation(tx, tenantId, message.original);
  if (!original) {
    const ofIncrement = await reverseIncrement({ ctx, tx, tenantId }, message);
    return ofIncrement ?? reverseOther({ ctx, tx, tenantId }, message, answerUnheld);
  }
  const keep = BigInt(message.replacementAmount ?? 0);
  switch (original.status) {
    case 'cleared':
      // The money has moved, so only a refund can return it.
      return { answer: refused(message.reference, ANSWER.notPermitted), authorisationId: original.id };
    case 'approved':
      // The amount can only decrease, because an increase would be a purchase without checks.
      if (keep > original.current_amount + original.cleared_amount) {
        return { answer: refused(message.reference, ANSWER.overLimit), authorisationId: original.id };
      }
      await letGo(ctx, tx, original, heldAfterReversal(original.cleared_amount, keep));
      return { ...(await outcomeOf(tx, original, message)), changed: original.member_account_id };
    case 'declined':
      return { answer: await answerUnheld({ ctx, tx, tenantId }, message), authorisationId: original.id };
    case 'expired':
    case 'reversed':
      // The requested state is reached already: nothing is held.
      return outcomeOf(tx, original, message);
  }
}

/** Reverses only an increment, in full or down to the replacement amount. Undefined where the message names none. */
async function reverseIncrement(
  { ctx, tx, tenantId }: PaymentTransaction,
  message: Reversal,
): Promise<Outcome | undefined> {
  const increment = await readIncrement(tx, tenantId, message.original);
  const purchase = increment && (await lockAuthorisation(tx, tenantId, increment.purchase));
  if (!increment || !purchase) return undefined;
  const keep = BigInt(message.replacementAmount ?? 0);
  if (keep > increment.cents)
    return { answer: refused(message.reference, ANSWER.overLimit), authorisationId: purchase.id };
  if (purchase.status === 'cleared')
    return { answer: refused(message.reference, ANSWER.notPermitted), authorisationId: purchase.id };
  const back = increment.cents - keep;
  if (purchase.status !== 'approved' || back === 0n) return outcomeOf(tx, purchase, message);
  const left = purchase.current_amount > back ? purchase.current_amount - back : 0n;
  await letGo(ctx, tx, purchase, left, message.original);
  reduceIncrement(tx, tenantId, message.original, keep);
  return { ...(await outcomeOf(tx, purchase, message)), changed: purchase.member_account_id };
}

/**
 * Reverses a message that left no purchase: a verification, or a decline by a server that stood in. Nothing is held, so
 * there is nothing to release.
 */
async function reverseOther(within: PaymentTransaction, message: Reversal, answerUnheld: Unheld): Promise<Outcome> {
  const isCheck = await wasCheck(within.tx, within.tenantId, message.original);
  return { answer: isCheck ? await answerUnheld(within, message) : refused(message.reference, ANSWER.error) };
}

function nothingHeld({ reference }: Reversal): NetworkAnswer {
  return { reference, answer: ANSWER.approved, approvalCode: drawApprovalCode(), available: null };
}

/** A stand-in server may have approved what is declined here. The hold from its file will look for the reversal. */
async function keepForStandIn({ ctx, tx }: PaymentTransaction, message: Reversal): Promise<NetworkAnswer> {
  return answerOfKept(message, await keepReversal(ctx, tx, message));
}

function keepReversal(ctx: AppContext, tx: Tx, message: Reversal): Promise<EarlyReversal> {
  const asked = { original: message.original, keep: keepOf(message), approval_code: drawApprovalCode() };
  return keepEarlyReversal(tx, message.reference, asked, ctx.clocks.business.now());
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

async function outcomeOf(tx: Tx, original: StoredAuthorisation, message: Reversal): Promise<Outcome> {
  const balance = await ledger.balance(tx, original.tenant_id, original.ledger_account_id);
  if (!balance) throw new Error(`the account of authorisation ${original.id} is gone`);
  const approvalCode = original.approval_code ?? drawApprovalCode();
  return {
    answer: approved(message.reference, approvalCode, balance.balance - balance.held),
    authorisationId: original.id,
  };
}
