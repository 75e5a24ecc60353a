import { ANSWER, type NetworkAnswer } from '@wattle/contract/network/message.ts';
import type { AppContext } from '../../compose/context.ts';
import { type Command, type Posted, TRANSFER_CODE } from '../../ledger/ledger.ts';
import { openLedger } from '../../ledger/open-ledger.ts';
import { dayAt } from '../../platform/time/clock.ts';
import { type Tx, toInstant } from '../../platform/database/database.ts';
import type { PurchaseMessage } from '../../outside/processors/purchase-message.ts';
import { notePostedPart } from '../transactions/public.ts';
import { countEarlierRefunds, coverExcessRefunds } from '../disputes/public.ts';
import { heldFeeOf } from '../fees/public.ts';
import { againWhenMoved, Moved } from './again-when-moved.ts';
import {
  answerCardMessage,
  approved,
  drawApprovalCode,
  type Outcome,
  refused,
  type PaymentTransaction,
} from './answer-once.ts';
import { readEarly } from './early-reversal.store.ts';
import { feePointsOf, shopAmountOf } from './foreign.domain.ts';
import { type ForeignCharge, isOvertaken, planForeignCharge, type PostedPart, recordPart } from './foreign-charge.ts';
import { happenedAt } from './happened-at.domain.ts';
import { readMerchant } from './merchant.ts';
import { readPurchaseNamed } from './network-message.store.ts';
import type { NetworkCard } from './network.store.ts';
import { lockAuthorisation, saveClearing, type StoredAuthorisation } from './stored-authorisation.store.ts';
import { heldAfterClearing, partOf, staysOpen, type Taken } from './purchase-course.domain.ts';
import { bringTo, keepEvent, startOfPurchase } from './told/follow-event.ts';
import { type Course, courseAfter, placeOf } from './told/purchase-event.domain.ts';
import { addEvents, readEvents } from './told/purchase-event.store.ts';
import { saveUses } from './virtual-use.store.ts';

/** The money of a purchase. Absent `isFinal`: the channel decides whether the rest stays held. */
export type Clearing = PurchaseMessage & { readonly isFinal?: boolean | undefined };
export type Refund = PurchaseMessage;

const ledger = openLedger();

/**
 * Posts a clearing: a part, the whole or more of the hold. It posts without a hold, beyond the balance and for a
 * blocked card too, because the shop has been paid already.
 */
export function clearPurchase(ctx: AppContext, sent: Clearing): Promise<NetworkAnswer> {
  // A processor says which clearing is the last one, whatever the channel.
  const message = 'number' in sent.card ? sent : { ...sent, isFinal: sent.isFinal ?? false };
  return againWhenMoved(() =>
    answerCardMessage(ctx, 'clearing', message, (within, card) => clear(within, card, message)),
  );
}

async function clear(within: PaymentTransaction, card: NetworkCard, message: Clearing): Promise<Outcome> {
  const { ctx, tx } = within;
  const original = await findOriginal(tx, card, message);
  // A purchase has the time of its authorisation, even if the shop sends the clearing much later.
  const now = ctx.clocks.business.now();
  const at = original ? Date.parse(toInstant(original.at)) : happenedAt(message.at, now);
  const open = original?.status === 'approved' ? original : undefined;
  const amount = BigInt(message.amount);
  const placed = await placedIn(tx, card, message, original);
  const ending = { isFinal: message.isFinal, channel: (open ?? message).channel };
  const keep = !open ? 0n : placed ? placed.course.held : heldAfterClearing(open.current_amount, amount, ending);
  const fee = open ? heldFeeOf(open.cleared_amount + amount, keep, open.fee_points) : 0n;
  const feeHeld = open ? feeHeldAfter(open, fee, keep) : 0n;
  const charge = await chargeOf(tx, card, message, original, { at, now });
  const posted = await post(tx, card, message, open && { ...open, keep: keep + feeHeld }, { charge, at, now });
  if (!posted) return closed(message);
  placed?.keepEvent();
  if (original) await saveClearing(tx, original, amount, keep, feeHeld);
  if (open && placed && keep > 0n && feeHeld < fee) {
    // It came after the hold that follows it, which has the fee of other parts: they are rounded.
    const cleared = { ...open, cleared_amount: open.cleared_amount + amount, current_amount: keep, fee_held: feeHeld };
    await bringTo(within, cleared, placed.course, { reference: `${message.reference}/fee`, increment: undefined });
  }
  const merchant = readMerchant(message.merchant, message.channel);
  // A purchase below the floor limit has no authorisation, and one that was reversed has given its use back.
  if (!original || original.status === 'reversed' || original.status === 'expired') {
    const by = original?.reference ?? message.reference;
    saveUses(tx, card.tenant_id, [{ cardId: original?.card_id ?? card.id, merchant: message.merchant, by }]);
  }
  const words = {
    ...wordsOf(card, message, posted.of, at),
    seq: posted.of.debitSeq,
    kind: merchant.kind,
    category: merchant.category,
    // The clearing that ends a pending row replaces it. Any other clearing is a separate row.
    ...(open && keep === 0n && { publicId: open.public_id, reference: open.receipt }),
  };
  await recordPart(tx, card, words, charge, posted, at);
  notePostedPart(tx, words, partOf(amount, cashOf(message), open && takenOf(open)));
  const row = { seq: posted.of.debitSeq, amount, ledgerAccountId: card.ledger_account_id };
  // A refund may arrive before the clearing that it returns.
  const named = message.original ?? message.reference;
  countEarlierRefunds(tx, card.tenant_id, row, [message.reference, named]);
  coverExcessRefunds(tx, card.tenant_id, named, amount, now);
  return outcomeOf(tx, card, message, posted.of, original);
}

function takenOf({ current_amount, cleared_amount, wanted_amount, cash_amount }: StoredAuthorisation): Taken {
  return { held: current_amount, cleared: cleared_amount, wanted: wanted_amount, cash: cash_amount };
}

function cashOf({ cashAmount }: Clearing): bigint | null {
  return cashAmount === undefined ? null : BigInt(cashAmount);
}

/** Fee held after a clearing, without more than its hold has: parts are rounded. */
function feeHeldAfter(open: StoredAuthorisation, fee: bigint, keep: bigint): bigint {
  const most = open.current_amount + open.fee_held - keep;
  return fee < most ? fee : most;
}

type Placed = { readonly course: Course; readonly keepEvent: () => void };

/** Where a clearing leaves a purchase by the order of its processor. Undefined: the purchase has none. */
async function placedIn(
  tx: Tx,
  { tenant_id: tenantId, ledger_account_id: ledgerAccountId }: NetworkCard,
  { reference, original: named, after, amount, isFinal, channel }: Clearing,
  original: StoredAuthorisation | undefined,
): Promise<Placed | undefined> {
  if (named === undefined) return undefined;
  const known = original && (await readEvents(tx, tenantId, original.reference));
  const before =
    known?.events ?? (await readEarly(tx, tenantId, [named]))({ reference: named, ledgerAccountId })?.placed;
  const hasOrder = known ? known.start !== undefined : before !== undefined && before.length > 0;
  if (!hasOrder && after === undefined) return undefined;
  const event = {
    kind: 'clearing' as const,
    reference,
    place: placeOf(after, before ?? []),
    cents: BigInt(amount),
    isFinal: !staysOpen({ isFinal, channel: (original ?? { channel }).channel }),
  };
  if (!original || !known) {
    const course = { held: 0n, cleared: 0n, ended: null };
    return { course, keepEvent: () => addEvents(tx, tenantId, [{ ...event, purchase: named }]) };
  }
  const course = courseAfter(startOfPurchase(original, known), [...known.events, event]);
  return { course, keepEvent: () => keepEvent(tx, original, known, event) };
}

/** Fee of a foreign purchase, by the currency and country of the clearing and the rate of its hold. */
async function chargeOf(
  tx: Tx,
  card: NetworkCard,
  message: Clearing,
  original: StoredAuthorisation | undefined,
  { at, now }: { readonly at: number; readonly now: number },
): Promise<ForeignCharge | undefined> {
  const current = feePointsOf(message, card);
  if (current === null) return undefined;
  const points = original?.fee_points ?? current;
  const of = {
    tenantId: card.tenant_id,
    ledgerAccountId: card.ledger_account_id,
    purchase: await readPurchaseNamed(tx, card.tenant_id, message.original ?? message.reference),
  };
  const charge = await planForeignCharge(tx, of, {
    cents: BigInt(message.amount),
    points,
    key: keyOf(message),
    at,
    now,
  });
  return charge.points > 0 ? charge : undefined;
}

/**
 * Purchase that a clearing belongs to. It must be of the same account, because a wrong reference must not release the
 * hold of another account. A declined one does not count: a server that stood in may have approved it, and its hold
 * then looks for earlier clearings.
 */
async function findOriginal(tx: Tx, card: NetworkCard, message: Clearing): Promise<StoredAuthorisation | undefined> {
  if (message.original === undefined) return undefined;
  const { tenant_id: tenantId } = card;
  const original =
    (await lockAuthorisation(tx, tenantId, message.original)) ??
    (await lockAuthorisation(tx, tenantId, await readPurchaseNamed(tx, tenantId, message.original)));
  if (original?.status === 'declined') return undefined;
  return original?.member_account_id === card.member_account_id ? original : undefined;
}

type Posting = { readonly charge: ForeignCharge | undefined; readonly at: number; readonly now: number };

/** Undefined on a closed account. */
async function post(
  tx: Tx,
  card: NetworkCard,
  message: Clearing,
  open: (StoredAuthorisation & { readonly keep: bigint }) | undefined,
  { charge, at, now }: Posting,
): Promise<PostedPart | undefined> {
  const { tenant_id: tenantId, ledger_account_id: account } = card;
  const common = {
    key: keyOf(message),
    amount: BigInt(message.amount),
    credit: await ledger.settlementAccount(tx, tenantId, 'schemeSettlement'),
    code: TRANSFER_CODE[readMerchant(message.merchant, message.channel).kind],
    effectiveAt: at,
    postedAt: now,
    forced: true,
  };
  const hold = open?.hold_id ?? null;
  const commands: Command[] = [];
  if (!open || hold === null) commands.push({ do: 'post', ...common, debit: account });
  else if (open.keep === 0n) commands.push({ do: 'capture', ...common, hold });
  else {
    commands.push({ do: 'release', hold, keep: open.keep, at: now, because: 'voided' });
    commands.push({ do: 'post', ...common, debit: account });
  }
  commands.push(...(charge?.commands ?? []));
  const opened = await ledger.open(tx, tenantId, commands, async () => charge !== undefined && isOvertaken(tx, charge));
  if (opened.closed.has(account)) return undefined;
  if (opened.beside) throw new Moved();
  const posted = (await opened.apply(commands)).flatMap((result) => {
    if (!result.ok) throw new Error(`the ledger refused a clearing: ${result.refusal}`);
    return 'debitSeq' in (result.value as object) ? [result.value as Posted] : [];
  });
  const [of, fee] = posted;
  if (!of) throw new Error('a clearing was not posted');
  return { of, fee };
}

export function wordsOf(card: NetworkCard, message: Clearing | Refund, posted: Posted, at: number) {
  const merchant = readMerchant(message.merchant, message.channel);
  return {
    tenantId: card.tenant_id,
    memberAccountId: card.member_account_id,
    ledgerAccountId: card.ledger_account_id,
    transferId: posted.id,
    amount: BigInt(message.amount),
    day: dayAt(at),
    description: merchant.name,
    rawDescription: merchant.raw,
    mcc: message.merchant.mcc,
    channel: message.channel,
    country: message.merchant.country ?? null,
    shopAmount: shopAmountOf(message),
    cardId: card.id,
    cardLast4: card.last4,
  };
}

export async function outcomeOf(
  tx: Tx,
  card: NetworkCard,
  message: Clearing | Refund,
  posted: Posted,
  original: StoredAuthorisation | undefined,
): Promise<Outcome> {
  const balance = await ledger.balance(tx, card.tenant_id, card.ledger_account_id);
  if (!balance) throw new Error(`the account of card ${card.id} is gone`);
  const approvalCode = original?.approval_code ?? drawApprovalCode();
  return {
    answer: approved(message.reference, approvalCode, balance.balance - balance.held),
    authorisationId: original?.id,
    transferId: posted.id,
    changed: card.member_account_id,
  };
}

export function keyOf(message: { readonly reference: string }): string {
  return `network:${message.reference}`;
}

/** Declined because the network must settle money for a closed account in another way. */
function closed({ reference }: Clearing): Outcome {
  return { answer: refused(reference, ANSWER.doNotHonour) };
}
