import { randomUUID, timingSafeEqual } from 'node:crypto';
import type { CardControl } from '@wattle/contract/cards/controls/card-controls.ts';
import type { authorise } from '@wattle/contract/network/authorise.ts';
import { ANSWER } from '@wattle/contract/network/message.ts';
import type { BodyOf } from '@wattle/contract/operation.ts';
import type { Command, LedgerRefusal, OpenedLedger, PlacedHold } from '../../ledger/ledger.ts';
import { openLedger } from '../../ledger/open-ledger.ts';
import { dayAt, monthAt } from '../../platform/clock.ts';
import {
  categoryControlsOf,
  channelControlsOf,
  isBlocked,
  productSettings,
  statusIn,
  toBlockedControls,
} from '../cards/public.ts';
import { drawReceipt } from '../transactions/public.ts';
import { approved, drawApprovalCode, type Noted, type Outcome, refused, type Within } from './answer-once.ts';
import { type Asked, type Decline, decideInOrder, isCountedAgainst, type Purchase } from './decide.domain.ts';
import { happenedAt } from './happened-at.domain.ts';
import { holdEndsAt, isEstimate } from './hold-days.domain.ts';
import { readMerchant } from './merchant.ts';
import {
  addAuthorisations,
  type CardRow,
  drawAuthorisationIds,
  type NetworkCard,
  type NewAuthorisation,
  readCards,
  readProducts,
  readSpentOn,
  savePinFailures,
} from './network.store.ts';

type PurchaseMessage = BodyOf<typeof authorise>;

/** An authorisation or an advice. */
export type NotedPurchase = Noted<PurchaseMessage> & { readonly panHashes: readonly Buffer[] };

type WithCard = NotedPurchase & { readonly card: NetworkCard };

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
  const { opened, ids, purchases } = await readPurchases(within, all, commands, now, day);
  const { declines, pinFailures } = decideInOrder(purchases);
  const settled = await holdAll(opened, commands, purchases, declines);
  const rows = all.map((noted, index) => describe(noted, ids[index] as bigint, settled[index] as Settled, now));
  addAuthorisations(tx, tenantId, day, rows);
  savePinFailures(tx, tenantId, pinFailures);
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
  { ctx, tx, tenantId }: Within,
  all: readonly WithCard[],
  commands: readonly Hold[],
  now: number,
  day: string,
): Promise<Read> {
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
  const products = new Map(
    productRows.map((row) => [row.id, { isVirtual: row.is_virtual, rules: productSettings.parse(row.settings) }]),
  );
  const known = all.map((noted) => {
    const row = cards.get(noted.card.id);
    const product = products.get(noted.card.product_id);
    if (!row || !product) throw new Error(`card ${noted.card.id} is gone`);
    const limit = row.spend_limit ?? product.rules.spendLimit;
    return { noted, row, product, spendLimit: limit === null ? null : BigInt(limit) };
  });
  // A sum over the day's purchases, so only where it decides.
  const limited = new Set(known.flatMap(({ row, spendLimit }) => (spendLimit === null ? [] : [row.id])));
  const spent = await readSpentOn(tx, tenantId, [...limited], day);
  const month = monthAt(now);
  const purchases = known.map(({ noted, row, product, spendLimit }) => ({
    cardId: row.id,
    isAdvice: noted.kind === 'advice',
    asked: askedOf(ctx, row, noted.message, now),
    card: {
      status: statusIn(month, row),
      expiry: row.expiry,
      isVirtual: product.isVirtual,
      contactlessOn: row.contactless_on,
      pinFailures: row.network_pin_failures,
      spendLimit,
      spentToday: spent.get(row.id) ?? 0n,
      rules: product.rules,
    },
  }));
  return { opened, ids, purchases };
}

function askedOf({ secrets }: Within['ctx'], card: CardRow, message: PurchaseMessage, now: number): Asked {
  const { pin, cvv2, cardNumber } = message;
  const pvv = pin === undefined || card.pvv_key_index === null ? '' : secrets.pvv(cardNumber, card.pvv_key_index, pin);
  return {
    amount: BigInt(message.amount),
    expiry: message.expiry,
    channel: message.channel,
    mcc: message.merchant.mcc,
    ...stoppedBy(card, message, now),
    pin: pin === undefined ? 'none' : isSame(pvv, card.pvv ?? '') ? 'right' : 'wrong',
    cvv2: cvv2 === undefined ? 'none' : isSame(cvv2, secrets.cvv2(cardNumber, card.expiry)) ? 'right' : 'wrong',
  };
}

/** What the holder of the card has turned off and a purchase would use. */
function stoppedBy(card: CardRow, message: PurchaseMessage, now: number) {
  const { country, mcc } = message.merchant;
  const controls = toBlockedControls(card);
  const isOff = (control: CardControl) => isBlocked(controls, control, now);
  const asked = { channel: message.channel, mcc, country, isWallet: message.wallet === true };
  return {
    isChannelOff: channelControlsOf(asked).some(isOff),
    isCategoryBlocked: categoryControlsOf(asked).some(isOff),
  };
}

/** Digits compared in a time that tells nothing of them. An empty one is no proof of anything. */
function isSame(given: string, right: string): boolean {
  return given.length > 0 && given.length === right.length && timingSafeEqual(Buffer.from(given), Buffer.from(right));
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

function describe({ kind, card, message }: WithCard, id: bigint, settled: Settled, now: number): NewAuthorisation {
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
    approvalCode: isDeclined ? null : drawApprovalCode(),
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
