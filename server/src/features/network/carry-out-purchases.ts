import { randomUUID } from 'node:crypto';
import { ANSWER, type NetworkAnswer } from '@wattle/contract/network/message.ts';
import type { Command, LedgerRefusal, OpenedLedger } from '../../ledger/ledger.ts';
import { openLedger } from '../../ledger/open-ledger.ts';
import { dayAt } from '../../platform/time/clock.ts';
import type { Cents } from '../../platform/money.ts';
import { heldFeeOf } from '../fees/public.ts';
import { keepDecisions } from '../purchase-rules/public.ts';
import { takeForPurchase } from '../savings/public.ts';
import { drawReceipt } from '../transactions/public.ts';
import { approved, drawApprovalCode, type Outcome, refused, type PaymentTransaction } from './answer-once.ts';
import { type Decline, decideInOrder, isCountedAgainst, type Purchase } from './decide.domain.ts';
import { feePointsOf, shopAmountOf } from './foreign.domain.ts';
import { happenedAt } from './happened-at.domain.ts';
import { holdEndsAt, isEstimate } from './hold-days.domain.ts';
import { availableFor, holdBesideAside, isKeptAside } from './kept-aside.ts';
import { readMerchant } from './merchant.ts';
import type { PurchaseMessage } from '../../outside/processors/purchase-message.ts';
import type { NotedPurchase, WithCard } from './noted-purchase.ts';
import { factsOf } from './purchase-facts.ts';
import {
  addAuthorisations,
  drawAuthorisationIds,
  type NetworkCard,
  type NewAuthorisation,
  readCards,
  readProducts,
  savePinFailures,
} from './network.store.ts';
import type { EarlyOf } from './early-reversal.store.ts';
import { type Early, type Start, startOf } from './purchase-course.domain.ts';
import { partWithin, takesPart } from './partial-approval.domain.ts';
import { addPurchaseFacts, type PurchaseToDescribe } from './purchase-fact.store.ts';
import { keepEarlyEvents } from './told/early-events.ts';
import { type CardUse, saveUses } from './virtual-use.store.ts';
import { noteWrongCvv2s } from './wrong-cvv2.ts';

/**
 * A purchase was declined for the daily limit because of another one that was then declined for funds, so each has to
 * be decided separately.
 */
class LimitInDoubt extends Error {}

export const NO_FUNDS: Decline = { answer: ANSWER.noFunds, reason: 'noFunds' };
/** To the network the same as a lack of funds. */
export const KEPT_ASIDE: Decline = { answer: ANSWER.noFunds, reason: 'keptAside' };
export const CLOSED: Decline = { answer: ANSWER.doNotHonour, reason: 'cardBlocked' };

const ledger = openLedger();

/**
 * Decides purchases of one tenant with a fixed number of statements, as if they had come one after the other.
 * The accounts are locked before the deciding facts are read, so that two servers cannot exceed one limit
 * together.
 */
export async function carryOutPurchases(
  within: PaymentTransaction,
  all: readonly (NotedPurchase & { readonly card: NetworkCard | undefined })[],
  earlyOf: EarlyOf,
): Promise<Outcome[]> {
  const ofCards = all.filter((noted): noted is WithCard => noted.card !== undefined);
  const outcomes = new Map<PurchaseMessage, Outcome>();
  for (const [index, outcome] of (await settle(within, ofCards, earlyOf)).entries()) {
    outcomes.set((ofCards[index] as WithCard).message, outcome);
  }
  return all.map(({ message }) => {
    return outcomes.get(message) ?? { answer: refused(message.reference, ANSWER.noSuchCard) };
  });
}

/** Outcome of a purchase: its decline, or its hold. */
type Settled = { readonly decline: Decline } | Approved;
type Approved = Wanted & {
  readonly hold: bigint | null;
  readonly available: Cents;
  /** Cents that are approved, where they are fewer than were asked for. */
  readonly part?: Cents | undefined;
  /** Cents of the account before what is held, for a balance inquiry. */
  readonly ledgerBalance?: Cents | undefined;
};

async function settle(within: PaymentTransaction, all: readonly WithCard[], earlyOf: EarlyOf): Promise<Outcome[]> {
  if (all.length === 0) return [];
  const { ctx, tx, tenantId } = within;
  const now = ctx.clocks.business.now();
  const day = dayAt(now);
  const wanted = all.map((noted) => wantedOf(noted, earlyOf, now));
  const { opened, ids, purchases } = await readPurchases(within, all, wanted, now);
  const { declines, matches, pinFailures, ...cvv2s } = decideInOrder(purchases);
  const settled = await holdAll(opened, wanted, purchases, declines, all);
  const rows = all.map((noted, index) => describe(noted, ids[index] as bigint, settled[index] as Settled, now));
  // A verification of 0.00 is not a purchase, so no list shows it.
  const bought = rows.filter(({ amount }) => amount > 0n);
  addAuthorisations(tx, tenantId, day, bought);
  for (const [index, { id, status, ...row }] of rows.entries()) {
    if (row.amount === 0n || status === 'declined') continue;
    const { early } = wanted[index] as Wanted;
    const isNamedElse = all[index]?.standsFor !== undefined;
    keepEarlyEvents(tx, tenantId, { ...row, authorisationId: id, early, isNamedElse }, now);
  }
  addPurchaseFacts(tx, tenantId, toDescribe(all, rows, settled));
  savePinFailures(tx, tenantId, pinFailures);
  await noteWrongCvv2s(within, cvv2s, now);
  saveUses(tx, tenantId, usesOf(all, rows, purchases));
  await keepDecisions(
    within,
    rows.map((row, index) => ({ ...row, matches: matches[index] ?? [] })),
  );
  for (const one of takenBy(all, opened)) takeForPurchase(tx, ctx, { tenantId, ...one });
  return all.map(({ card, message: { reference } }, index): Outcome => {
    const one = settled[index] as Settled;
    const { id, amount } = rows[index] as NewAuthorisation;
    const answer =
      'decline' in one
        ? refused(reference, one.decline.answer)
        : answerTo(reference, rows[index] as NewAuthorisation, one);
    return amount > 0n ? { answer, authorisationId: id, changed: card.member_account_id } : { answer };
  });
}

function answerTo(reference: string, { approvalCode }: NewAuthorisation, one: Approved): NetworkAnswer {
  const answer = approved(reference, approvalCode ?? '', one.available);
  if (one.part !== undefined) {
    return { ...answer, answer: ANSWER.partlyApproved, approvedAmount: Number(one.part) };
  }
  return one.ledgerBalance === undefined ? answer : { ...answer, ledgerBalance: Number(one.ledgerBalance) };
}

function toDescribe(
  all: readonly WithCard[],
  rows: readonly NewAuthorisation[],
  settled: readonly Settled[],
): PurchaseToDescribe[] {
  return all.flatMap(({ message }, index) => {
    const { id, amount } = rows[index] as NewAuthorisation;
    const one = settled[index] as Settled;
    return amount > 0n ? [{ id, message, approvedAmount: ('part' in one && one.part) || null }] : [];
  });
}

/** Uses of virtual cards by approved purchases. */
function usesOf(
  all: readonly WithCard[],
  rows: readonly NewAuthorisation[],
  purchases: readonly Purchase[],
): CardUse[] {
  return all.flatMap(({ message: { reference: by, merchant } }, index) => {
    const { cardId, amount, status } = rows[index] as NewAuthorisation;
    const isUse = amount > 0n && (status === 'approved' || status === 'cleared');
    return isUse && purchases[index]?.card.virtualKind !== null ? [{ cardId, merchant, by }] : [];
  });
}

/** Cents that the purchases took of money that is kept aside, once for each account, by its last purchase. */
function takenBy(all: readonly WithCard[], opened: OpenedLedger<Hold>) {
  const lastOf = new Map(all.map(({ card, message }) => [card.member_account_id, { card, message }]));
  return [...lastOf].flatMap(([memberAccountId, { card, message }]) => {
    const cents = opened.takenAside(card.ledger_account_id);
    const { reference, merchant } = message;
    return cents > 0n
      ? [{ memberAccountId, cents, reference, merchant: readMerchant(merchant, message.channel).name }]
      : [];
  });
}

type Hold = Extract<Command, { do: 'hold' }>;

/** Amount to hold for a purchase, and for the fee of a foreign one. */
type Wanted = {
  readonly early: Early | undefined;
  readonly start: Start;
  readonly feeHeld: Cents;
  readonly command: Hold;
};

function wantedOf({ kind, card, message, standsFor }: WithCard, earlyOf: EarlyOf, now: number): Wanted {
  const { channel } = message;
  const amount = BigInt(message.amount);
  const reference = standsFor ?? message.reference;
  const early = earlyOf({ reference, ledgerAccountId: card.ledger_account_id });
  const start = startOf(amount, channel, early);
  const feeHeld = heldFeeOf(start.cleared, start.held, feePointsOf(message, card));
  const command: Hold = {
    do: 'hold',
    key: `network:${message.reference}`,
    account: card.ledger_account_id,
    // Where nothing is held, the command is not decided and only opens the account for its lock.
    amount: start.held > 0n ? start.held + feeHeld : 1n,
    placedAt: now,
    expiresAt: holdEndsAt(now, message.merchant.mcc, 'number' in message.card ? 'us' : 'processor'),
    forced: kind === 'advice',
  };
  return { early, start, feeHeld, command };
}

type Read = {
  readonly opened: OpenedLedger<Hold>;
  /** Ids of the stored authorisations. */
  readonly ids: readonly bigint[];
  readonly purchases: readonly Purchase[];
};

/** Locks every account before it reads the deciding facts. */
async function readPurchases(
  within: PaymentTransaction,
  all: readonly WithCard[],
  wanted: readonly Wanted[],
  now: number,
): Promise<Read> {
  const { tx, tenantId } = within;
  const distinct = <T>(of: (card: NetworkCard) => T): T[] => [...new Set(all.map(({ card }) => of(card)))];
  const cardIds = distinct((card) => card.id);
  const productIds = distinct((card) => card.product_id);
  const commands = wanted.map(({ command }) => command);
  const opened = await ledger.open(tx, tenantId, commands, () =>
    Promise.all([
      readCards(tx, tenantId, cardIds),
      readProducts(tx, tenantId, productIds),
      drawAuthorisationIds(tx, all.length),
    ]),
  );
  const [cards, productRows, ids] = opened.beside;
  const purchases = await factsOf(within, all, { cards, productRows }, now);
  return { opened, ids, purchases };
}

/** Holds the money of all that are not declined. Missing funds decline a purchase. */
async function holdAll(
  opened: OpenedLedger<Hold>,
  all: readonly Wanted[],
  purchases: readonly Purchase[],
  declines: readonly (Decline | undefined)[],
  noted: readonly WithCard[],
): Promise<Settled[]> {
  const settled = all.map((wanted, index): Settled => {
    const decline = declines[index];
    if (decline) return { decline };
    const { command, start } = wanted;
    if (start.held === 0n) {
      if (opened.closed.has(command.account)) return { decline: CLOSED };
      const available = availableFor(opened, command.account);
      const ledgerBalance = noted[index]?.isInquiry ? opened.balance(command.account) : undefined;
      return { ...wanted, hold: null, available, ledgerBalance };
    }
    const { account, amount, forced: isForced = false } = command;
    const result = holdBesideAside(opened, { account, amount, isForced }, () => opened.decide(command));
    if (result.ok) return { ...wanted, hold: result.value.id, available: availableFor(opened, account) };
    const refused = declineOf(result.refusal, {
      isAdvice: purchases[index]?.isAdvice === true,
      isKeptAside: isKeptAside(opened, { account, amount }),
    });
    if (!refused) throw new Error(`the ledger refused a hold: ${result.refusal}`);
    if (isCountedAgainst(index, purchases, declines)) throw new LimitInDoubt();
    const rules = purchases[index]?.card.rules;
    const isPart =
      refused?.answer === ANSWER.noFunds && rules?.partialApproval && takesPart((noted[index] as WithCard).message);
    return (isPart && holdPart(opened, wanted, noted[index] as WithCard)) || { decline: refused };
  });
  await opened.write();
  return settled;
}

/** Holds the part of a purchase that the balance covers. One that was cleared or reversed before is declined as a whole. */
function holdPart(opened: OpenedLedger<Hold>, wanted: Wanted, { card, message }: WithCard): Settled | undefined {
  const { command, start } = wanted;
  if (wanted.early || start.held !== BigInt(message.amount)) return undefined;
  const points = feePointsOf(message, card);
  const { account } = command;
  const part = partWithin(availableFor(opened, account), points);
  if (part === 0n) return undefined;
  const feeHeld = heldFeeOf(0n, part, points);
  const amount = part + feeHeld;
  const asked = { account, amount, isForced: false };
  const result = holdBesideAside(opened, asked, () => opened.decideHold(command, amount));
  if (!result.ok) throw new Error(`the ledger refused a part of what is available: ${result.refusal}`);
  const available = availableFor(opened, account);
  return { ...wanted, start: { ...start, held: part }, feeHeld, hold: result.value.id, available, part };
}

/** Decline for the ledger's refusal of a hold. A closed account holds nothing, not even for an advice. */
function declineOf(
  refusal: LedgerRefusal,
  { isAdvice, isKeptAside: isKept }: { readonly isAdvice: boolean; readonly isKeptAside: boolean },
): Decline | undefined {
  if (refusal === 'closed_account') return CLOSED;
  if (refusal !== 'insufficient_funds' || isAdvice) return undefined;
  return isKept ? KEPT_ASIDE : NO_FUNDS;
}

/** A purchase as it is stored. */
export function describe(
  { kind, card, message, approvalCode }: WithCard,
  id: bigint,
  settled: Settled,
  now: number,
): NewAuthorisation {
  const { merchant, channel } = message;
  const { name, raw, category } = readMerchant(merchant, channel);
  const isDeclined = 'decline' in settled;
  const amount = BigInt(message.amount);
  return {
    id,
    publicId: randomUUID(),
    reference: message.reference,
    cardId: card.id,
    memberAccountId: card.member_account_id,
    isAdvice: kind === 'advice',
    amount,
    answer: isDeclined ? settled.decline.answer : settled.part === undefined ? ANSWER.approved : ANSWER.partlyApproved,
    declineReason: isDeclined ? settled.decline.reason : null,
    approvalCode: isDeclined ? null : (approvalCode ?? drawApprovalCode()),
    hold: isDeclined || settled.hold === null ? null : { id: settled.hold, expiresAt: settled.command.expiresAt },
    ...courseOf(amount, isDeclined ? undefined : settled),
    shopAmount: shopAmountOf(message),
    feePoints: feePointsOf(message, card),
    merchantName: name,
    merchantRaw: raw,
    merchantCity: merchant.city ?? null,
    merchantCountry: merchant.country ?? null,
    merchantAcceptor: merchant.acceptorId ?? null,
    mcc: merchant.mcc,
    category,
    channel,
    isEstimate: isEstimate(merchant.mcc),
    receipt: drawReceipt(),
    at: happenedAt(message.at, now),
    spendLimit: isDeclined ? settled.decline.spendLimit : undefined,
  };
}

/**
 * Status and amounts of a purchase: as requested when declined, the held amount when it has a hold, else the cleared
 * amount.
 */
function courseOf(
  amount: Cents,
  wanted: Pick<Wanted, 'start' | 'feeHeld'> | undefined,
): Pick<NewAuthorisation, 'status' | 'currentAmount' | 'clearedAmount' | 'feeHeld'> {
  if (!wanted) return { status: 'declined', currentAmount: amount, clearedAmount: 0n, feeHeld: 0n };
  const { start, feeHeld } = wanted;
  const { status, held, cleared } = start;
  return { status, currentAmount: status === 'cleared' ? cleared : held, clearedAmount: cleared, feeHeld };
}
