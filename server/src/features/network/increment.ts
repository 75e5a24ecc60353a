import { ANSWER, type NetworkAnswer } from '@wattle/contract/network/message.ts';
import type { AppContext } from '../../compose/context.ts';
import type { Command, OpenedLedger } from '../../ledger/ledger.ts';
import { openLedger } from '../../ledger/open-ledger.ts';
import { byDeadline } from '../../platform/database/deadline.ts';
import { dayAt } from '../../platform/time/clock.ts';
import { watchBalances } from '../balance-watch/public.ts';
import { heldFeeOf } from '../fees/public.ts';
import { takeForPurchase } from '../savings/public.ts';
import {
  answerCardMessage,
  approved,
  drawApprovalCode,
  noteOfCard,
  type Outcome,
  refused,
  type PaymentTransaction,
} from './answer-once.ts';
import { CLOSED, describe, KEPT_ASIDE, NO_FUNDS } from './carry-out-purchases.ts';
import { keyOf } from './clear.ts';
import { type Decline, decide } from './decide.domain.ts';
import { readEarly } from './early-reversal.store.ts';
import { shopAmountOf } from './foreign.domain.ts';
import { availableFor, holdBesideAside, isKeptAside } from './kept-aside.ts';
import { readMerchant } from './merchant.ts';
import { addAuthorisations, drawAuthorisationIds, type NetworkCard, readCards, readProducts } from './network.store.ts';
import type { PurchaseMessage } from '../../outside/processors/purchase-message.ts';
import { cardKeyOf } from './card-key.ts';
import type { WithCard } from './noted-purchase.ts';
import { factsOf } from './purchase-facts.ts';
import { keepEvent, startOfPurchase } from './told/follow-event.ts';
import { courseAfter, placeOf } from './told/purchase-event.domain.ts';
import { readEvents } from './told/purchase-event.store.ts';
import { lockAuthorisation, saveIncrement, type StoredAuthorisation } from './stored-authorisation.store.ts';

type Increment = PurchaseMessage & { readonly original: string };

const ledger = openLedger();

/** Declined because no later message would end a hold without an open authorisation. */
const NOT_OPEN: Decline = { answer: ANSWER.notPermitted, reason: 'other' };

/** Adds to an authorisation that is open: its hold grows, where card and funds allow it. */
export function incrementPurchase(
  ctx: AppContext,
  message: Increment,
  { deadlineAt = Number.POSITIVE_INFINITY }: { readonly deadlineAt?: number | undefined },
): Promise<NetworkAnswer> {
  let isCommitting = false;
  const committing = () => {
    isCommitting = true;
  };
  const limits = { deadlineAt, committing };
  const work = (within: PaymentTransaction, card: NetworkCard) => increment(within, card, message);
  const answered = answerCardMessage(ctx, 'authorisation', message, work, limits);
  return byDeadline(answered, deadlineAt, () => isCommitting);
}

async function increment(within: PaymentTransaction, card: NetworkCard, message: Increment): Promise<Outcome> {
  const { ctx, tx, tenantId } = within;
  const now = ctx.clocks.business.now();
  const key = cardKeyOf(ctx, message.card);
  const noted: WithCard = { ...noteOfCard(ctx, 'authorisation', message), key, card };
  const original = await lockAuthorisation(tx, tenantId, message.original);
  if (original?.status !== 'approved' || original.member_account_id !== card.member_account_id)
    return declined(within, noted, NOT_OPEN, now);
  if (original.hold_id === null) throw new Error(`approved authorisation ${original.id} has no hold`);
  const asked = await centsLeft(within, noted);
  const { cents, keepEvent: keep } = await placedIn(within, original, noted, asked);
  const feeHeld = heldFeeOf(original.cleared_amount, original.current_amount + cents, original.fee_points);
  const command = {
    do: 'add',
    key: keyOf(message),
    hold: original.hold_id,
    // Where nothing is added, the command is not decided and only opens the account for its lock.
    amount: cents > 0n ? cents + feeHeld - original.fee_held : 1n,
    at: now,
  } as const;
  const opened = await ledger.open(tx, tenantId, [command], () =>
    Promise.all([readCards(tx, tenantId, [card.id]), readProducts(tx, tenantId, [card.product_id])]),
  );
  const decline = (await declineOf(within, noted, original, opened.beside, now)) ?? addTo(opened, card, command, cents);
  await opened.write();
  if (decline) return declined(within, noted, decline, now);
  saveIncrement(tx, original, {
    reference: message.reference,
    cents,
    feeHeld,
    shopAmount: shopAmountOf(message),
    cardId: card.id,
    day: dayAt(now),
  });
  keep();
  const taken = opened.takenAside(card.ledger_account_id);
  if (taken > 0n) {
    const { name: merchant } = readMerchant(message.merchant, message.channel);
    const { reference } = message;
    takeForPurchase(tx, ctx, { tenantId, memberAccountId: card.member_account_id, cents: taken, reference, merchant });
  }
  watchBalances(tx, tenantId, [card.member_account_id], now);
  const available = availableFor(opened, card.ledger_account_id);
  return {
    answer: approved(message.reference, original.approval_code ?? drawApprovalCode(), available),
    authorisationId: original.id,
    changed: card.member_account_id,
  };
}

/** Cents that an increment adds by the order of its processor: none where a later event says what is held. */
async function placedIn(
  { tx, tenantId }: PaymentTransaction,
  original: StoredAuthorisation,
  { message: { reference, after } }: WithCard,
  asked: bigint,
): Promise<{ readonly cents: bigint; readonly keepEvent: () => void }> {
  const known = await readEvents(tx, tenantId, original.reference);
  if (!known.start && after === undefined) return { cents: asked, keepEvent: () => undefined };
  const event = { kind: 'increment' as const, place: placeOf(after, known.events), cents: asked, isFinal: false };
  const { held } = courseAfter(startOfPurchase(original, known), [...known.events, event]);
  const cents = held > original.current_amount ? held - original.current_amount : 0n;
  return { cents, keepEvent: () => keepEvent(tx, original, known, { ...event, reference }) };
}

/** Cents of the increment that an earlier reversal leaves. */
async function centsLeft({ tx, tenantId }: PaymentTransaction, { card, message }: WithCard): Promise<bigint> {
  const { reference } = message;
  const earlyOf = await readEarly(tx, tenantId, [reference]);
  const early = earlyOf({ reference, ledgerAccountId: card.ledger_account_id });
  const reversals = (early?.placed ?? []).filter(({ kind }) => kind === 'reversal').map(({ cents }) => cents);
  const keeps = early?.keep === undefined ? reversals : [early.keep, ...reversals];
  return keeps.reduce((least, keep) => (keep < least ? keep : least), BigInt(message.amount));
}

type Rows = [cards: Awaited<ReturnType<typeof readCards>>, products: Awaited<ReturnType<typeof readProducts>>];

/** Checks an increment like a purchase, except for PIN and CVV2, which were checked with the authorisation. */
async function declineOf(
  within: PaymentTransaction,
  noted: WithCard,
  original: StoredAuthorisation,
  [cards, productRows]: Rows,
  now: number,
): Promise<Decline | undefined> {
  const [purchase] = await factsOf(within, [noted], { cards, productRows }, now);
  if (!purchase) throw new Error('an increment has no facts');
  const proven = {
    expiry: undefined,
    formerExpiry: 'none',
    pin: 'none',
    cvv2: 'none',
    proofs: undefined,
    isIncrement: true,
  } as const;
  // A single-use card was used up by the purchase that this adds to.
  const isItsOwn = cards.get(noted.card.id)?.used_by === original.reference;
  const facts = isItsOwn ? { ...purchase.card, status: 'Active' as const } : purchase.card;
  return decide(facts, { ...purchase.asked, ...proven }).decline;
}

type Add = Extract<Command, { do: 'add' }>;

function addTo(
  opened: OpenedLedger<Add>,
  { ledger_account_id: account }: NetworkCard,
  command: Add,
  cents: bigint,
): Decline | undefined {
  if (cents === 0n) return undefined;
  const asked = { account, amount: command.amount, isForced: false };
  const result = holdBesideAside(opened, asked, () => opened.decide(command));
  if (result.ok) return undefined;
  if (result.refusal === 'closed_account') return CLOSED;
  if (result.refusal === 'insufficient_funds') return isKeptAside(opened, asked) ? KEPT_ASIDE : NO_FUNDS;
  throw new Error(`the ledger refused to add to a hold: ${result.refusal}`);
}

/** A declined increment is a separate row, and the earlier hold stays. */
async function declined(
  { tx, tenantId }: PaymentTransaction,
  noted: WithCard,
  decline: Decline,
  now: number,
): Promise<Outcome> {
  const answer = refused(noted.message.reference, decline.answer);
  if (noted.message.amount === 0) return { answer };
  const [id] = await drawAuthorisationIds(tx, 1);
  if (id === undefined) throw new Error('no id was drawn');
  addAuthorisations(tx, tenantId, dayAt(now), [describe(noted, id, { decline }, now)]);
  return { answer, authorisationId: id, changed: noted.card.member_account_id };
}
