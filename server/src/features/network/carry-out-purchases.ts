import { randomUUID } from 'node:crypto';
import { ANSWER } from '@wattle/contract/network/message.ts';
import type { Command, LedgerRefusal, OpenedLedger, PlacedHold } from '../../ledger/ledger.ts';
import { openLedger } from '../../ledger/open-ledger.ts';
import { dayAt } from '../../platform/clock.ts';
import { drawReceipt } from '../transactions/public.ts';
import { approved, drawApprovalCode, type Outcome, refused, type Within } from './answer-once.ts';
import { type Decline, decideInOrder, isCountedAgainst, type Purchase } from './decide.domain.ts';
import { happenedAt } from './happened-at.domain.ts';
import { holdEndsAt, isEstimate } from './hold-days.domain.ts';
import { readMerchant } from './merchant.ts';
import type { NotedPurchase, PurchaseMessage, WithCard } from './noted-purchase.ts';
import { factsOf } from './purchase-facts.ts';
import {
  addAuthorisations,
  type CardUse,
  drawAuthorisationIds,
  type NetworkCard,
  type NewAuthorisation,
  readCards,
  readProducts,
  savePinFailures,
  saveUses,
} from './network.store.ts';
import { noteWrongCvv2s } from './wrong-cvv2.ts';

/** A purchase was declined for the day's limit because of one that then had no funds: each must be judged alone. */
class LimitInDoubt extends Error {}

const NO_FUNDS: Decline = { answer: ANSWER.noFunds, reason: 'noFunds' };
const CLOSED: Decline = { answer: ANSWER.doNotHonour, reason: 'cardBlocked' };

const ledger = openLedger();

/**
 * Purchases of one tenant, whatever their number in a handful of statements, as if they had come one
 * after the other. Their accounts are locked before anything is read that decides, so that two servers
 * cannot both stay under one limit.
 */
export async function carryOutPurchases(
  within: Within,
  all: readonly (NotedPurchase & { readonly card: NetworkCard | undefined })[],
): Promise<Outcome[]> {
  const ofCards = all.filter((noted): noted is WithCard => noted.card !== undefined);
  const outcomes = new Map<PurchaseMessage, Outcome>();
  for (const [index, outcome] of (await settle(within, ofCards)).entries()) {
    outcomes.set((ofCards[index] as WithCard).message, outcome);
  }
  return all.map(({ message }) => {
    return outcomes.get(message) ?? { answer: refused(message.reference, ANSWER.noSuchCard) };
  });
}

/** What became of a purchase: its decline, or what is held. */
type Settled = { readonly decline: Decline } | { readonly hold: PlacedHold; readonly expiresAt: number };

async function settle(within: Within, all: readonly WithCard[]): Promise<Outcome[]> {
  if (all.length === 0) return [];
  const { ctx, tx, tenantId } = within;
  const now = ctx.clocks.business.now();
  const day = dayAt(now);
  const commands = all.map((noted) => holdOf(noted, now));
  const { opened, ids, purchases } = await readPurchases(within, all, commands, now);
  const { declines, pinFailures, ...cvv2s } = decideInOrder(purchases);
  const settled = await holdAll(opened, commands, purchases, declines);
  const rows = all.map((noted, index) => describe(noted, ids[index] as bigint, settled[index] as Settled, now));
  addAuthorisations(tx, tenantId, day, rows);
  savePinFailures(tx, tenantId, pinFailures);
  await noteWrongCvv2s(within, cvv2s, now);
  saveUses(tx, tenantId, usesOf(rows, purchases));
  return all.map(({ card, message: { reference } }, index): Outcome => {
    const one = settled[index] as Settled;
    const { id, approvalCode } = rows[index] as NewAuthorisation;
    const answer =
      'decline' in one
        ? refused(reference, one.decline.answer)
        : approved(reference, approvalCode ?? '', one.hold.balance.balance - one.hold.balance.held);
    return { answer, authorisationId: id, changed: card.member_account_id };
  });
}

/** The purchases of virtual cards that were approved. */
function usesOf(rows: readonly NewAuthorisation[], purchases: readonly Purchase[]): CardUse[] {
  return rows.flatMap(({ cardId, hold, merchantName }, index) =>
    hold === null || purchases[index]?.card.virtualKind === null ? [] : [{ cardId, merchant: merchantName }],
  );
}

type Hold = Extract<Command, { do: 'hold' }>;

function holdOf({ kind, card, message }: WithCard, now: number): Hold {
  return {
    do: 'hold',
    key: `network:${message.reference}`,
    account: card.ledger_account_id,
    amount: BigInt(message.amount),
    placedAt: now,
    expiresAt: holdEndsAt(now, message.merchant.mcc),
    forced: kind === 'advice',
  };
}

type Read = {
  readonly opened: OpenedLedger<Hold>;
  /** Of the authorisations that are kept. */
  readonly ids: readonly bigint[];
  readonly purchases: readonly Purchase[];
};

/** Locks every account, and only then reads what decides. */
async function readPurchases(
  within: Within,
  all: readonly WithCard[],
  commands: readonly Hold[],
  now: number,
): Promise<Read> {
  const { tx, tenantId } = within;
  const distinct = <T>(of: (card: NetworkCard) => T): T[] => [...new Set(all.map(({ card }) => of(card)))];
  const cardIds = distinct((card) => card.id);
  const productIds = distinct((card) => card.product_id);
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

/** Holds the money of all that are not declined; where it is not there, that is their decline. */
async function holdAll(
  opened: OpenedLedger<Hold>,
  commands: readonly Hold[],
  purchases: readonly Purchase[],
  declines: readonly (Decline | undefined)[],
): Promise<Settled[]> {
  const wanted = commands.filter((_, index) => !declines[index]);
  const results = (await opened.apply(wanted)).values();
  return declines.map((decline, index): Settled => {
    if (decline) return { decline };
    const result = results.next().value;
    const command = commands[index];
    if (!result || !command) throw new Error('a hold has no outcome');
    if (result.ok) return { hold: result.value, expiresAt: command.expiresAt };
    const refused = declineOf(result.refusal, purchases[index]?.isAdvice === true);
    if (!refused) throw new Error(`the ledger refused a hold: ${result.refusal}`);
    if (isCountedAgainst(index, purchases, declines)) throw new LimitInDoubt();
    return { decline: refused };
  });
}

/** What the ledger's refusal of a hold is to the network. On a closed account nothing is held, not even an advice. */
function declineOf(refusal: LedgerRefusal, isAdvice: boolean): Decline | undefined {
  if (refusal === 'closed_account') return CLOSED;
  return refusal === 'insufficient_funds' && !isAdvice ? NO_FUNDS : undefined;
}

function describe(
  { kind, card, message, approvalCode }: WithCard,
  id: bigint,
  settled: Settled,
  now: number,
): NewAuthorisation {
  const { merchant, channel } = message;
  const { name, raw, category } = readMerchant(merchant, channel);
  const isDeclined = 'decline' in settled;
  return {
    id,
    publicId: randomUUID(),
    reference: message.reference,
    cardId: card.id,
    memberAccountId: card.member_account_id,
    isAdvice: kind === 'advice',
    amount: BigInt(message.amount),
    answer: isDeclined ? settled.decline.answer : ANSWER.approved,
    declineReason: isDeclined ? settled.decline.reason : null,
    approvalCode: isDeclined ? null : (approvalCode ?? drawApprovalCode()),
    hold: isDeclined ? null : { id: settled.hold.id, expiresAt: settled.expiresAt },
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
  };
}
