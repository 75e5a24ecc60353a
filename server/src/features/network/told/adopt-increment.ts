import { isApproval, type NetworkAnswer } from '@wattle/contract/network/message.ts';
import type { AppContext } from '../../../compose/context.ts';
import type { PurchaseMessage } from '../../../outside/processors/purchase-message.ts';
import { answerFollowUp, type Outcome, type PaymentTransaction } from '../answer-once.ts';
import { holdDeclined } from '../authorise.ts';
import { type FollowUp, keepForStandIn } from '../reverse.ts';
import { standInReference } from '../stand-in/stand-in-reference.ts';
import { lockAuthorisation, reduceIncrement, type StoredAuthorisation } from '../stored-authorisation.store.ts';
import { addEvent, startOfPurchase } from './follow-event.ts';
import { courseAt, placeOf } from './purchase-event.domain.ts';
import { readEvents } from './purchase-event.store.ts';

/** An increment that its processor approved. `ours`: our answer to its ask; undefined: there is none. */
export type ApprovedElsewhere = {
  readonly message: PurchaseMessage;
  readonly original: string;
  readonly after: number | undefined;
  readonly ours: { readonly isApproved: boolean; readonly cents: bigint } | undefined;
};

/**
 * Follows an increment that its processor approved otherwise than we did: what it adds is an event of its purchase,
 * known by the reference of the increment. It is never a separate purchase. A purchase that we declined is held by
 * what is added; one that is not known here is waited for.
 */
export async function adoptIncrement(
  ctx: AppContext,
  tenantId: number,
  { message, original, after, ours }: ApprovedElsewhere,
): Promise<NetworkAnswer> {
  const { amount } = message;
  // Our own answer has the reference of the increment.
  const reference = ours ? standInReference(message.reference) : message.reference;
  const sent = { reference, original, after, amount };
  const cents = BigInt(amount) - (ours?.isApproved ? ours.cents : 0n);
  const answer = await answerFollowUp(ctx, 'hold', sent, async (within) => {
    const purchase = await lockAuthorisation(within.tx, tenantId, original);
    const outcome = isHeldFor(purchase)
      ? await addIn(within, purchase, { increment: message.reference, reference, after, cents, amount })
      : { answer: await keepForStandIn(within, { ...keptOf(sent), message: sent }) };
    return isApproval(outcome.answer.answer)
      ? { ...outcome, answer: { ...outcome.answer, approvedAmount: amount } }
      : outcome;
  });
  if (!isApproval(answer.answer)) return answer;
  const purchase = await ctx.database.transact(tenantId, (tx) => lockAuthorisation(tx, tenantId, original));
  return isHeldFor(purchase) ? answer : holdDeclined(ctx, { ...message, reference: original, original: undefined });
}

/** Whether a purchase has a hold, or had one. One that we declined has none. */
function isHeldFor(purchase: StoredAuthorisation | undefined): purchase is StoredAuthorisation {
  return purchase !== undefined && purchase.status !== 'declined';
}

type Sent = Pick<ApprovedElsewhere, 'original' | 'after'> & { readonly reference: string; readonly amount: number };

/** For a purchase that we declined, the increment is what is held. */
function keptOf({ reference, original, after, amount }: Sent): Omit<FollowUp, 'message'> {
  return { kind: 'hold', reference, original, after, keep: BigInt(amount), isTooLate: false };
}

type Added = Omit<Sent, 'original'> & {
  /** Reference of the increment. */
  readonly increment: string;
  /** Cents that are added, below 0 where we had held too much. */
  readonly cents: bigint;
};

async function addIn(
  within: PaymentTransaction,
  purchase: StoredAuthorisation,
  { increment, reference, after, cents, amount }: Added,
): Promise<Outcome> {
  const { tx, tenantId } = within;
  const known = await readEvents(tx, tenantId, purchase.reference);
  const place = placeOf(after, known.events);
  const { held, cleared, ended } = courseAt(place, startOfPurchase(purchase, known), known.events);
  const common = { reference, place, isFinal: false };
  if (cents < 0n) {
    const left = cleared + (held > -cents ? held + cents : 0n);
    reduceIncrement(tx, tenantId, increment, BigInt(amount));
    const event = { ...common, kind: 'reversal' as const, cents: left };
    return addEvent(within, purchase, { event, known, reference, increment });
  }
  // Of a purchase that had ended without its money, only the increment is held.
  const kind = ended === 'reversed' || ended === 'expired' ? 'hold' : 'increment';
  return addEvent(within, purchase, { event: { ...common, kind, cents }, known, reference });
}
