import { ANSWER, type DeclineCode } from '@wattle/contract/network/message.ts';
import type { Channel, DeclineReason } from '@wattle/contract/transactions/transaction.ts';
import { CASH_CODES, SHOP_CODES } from '@wattle/contract/rules/merchant-codes.ts';
import type { VirtualCardKind } from '@wattle/contract/cards/card.ts';
import type { ProofResults, ThreeDs } from '../../outside/processors/purchase-message.ts';
import type { InnerStatus } from '../card-facts/public.ts';
import { declining, type Match } from '../purchase-rules/rule.domain.ts';
import { type RuledAsk, rulesInOrder } from '../purchase-rules/rules-in-order.domain.ts';
import { isSameShop, type LockedTo, type Shop } from './shop.domain.ts';

/** Facts about a card that the checks use. */
export type CardFacts = {
  /** By the business clock: past its month it is Expired. */
  readonly status: InnerStatus;
  readonly expiry: string;
  readonly isVirtual: boolean;
  readonly contactlessOn: boolean;
  readonly pinFailures: number;
  /** Wrong CVV2s of the last 24 hours, and whether they stop purchases with a CVV2 for today. */
  readonly cvv2Failures: number;
  readonly isCvv2Stopped: boolean;
  /** Kind of a virtual card that its holder has made; null for any other card. */
  readonly virtualKind: VirtualCardKind | null;
  /** The merchant that it is locked to, if any. */
  readonly lockedTo: LockedTo | null;
  /** Cents a day; null for no limit. */
  readonly spendLimit: bigint | null;
  /** Cents that count against it already today. */
  readonly spentToday: bigint;
  readonly rules: {
    readonly contactless: boolean;
    readonly cardNotPresent: boolean;
    readonly cash: boolean;
    readonly gambling: boolean;
    readonly quasiCash: boolean;
    readonly contactlessWithoutPinMax: number;
    readonly onlineWithoutCvv2: 'always' | 'authenticated' | 'never';
    readonly partialApproval: boolean;
    readonly balanceInquiry: boolean;
  };
};

/** Message of the terminal or the shop. What is compared here is compared before, so that it contains no secret. */
export type Asked = {
  readonly amount: bigint;
  readonly expiry: string | undefined;
  /**
   * Whether the expiry is that of a card with the same number that this one replaced, and whether the shop was paid
   * with that number before.
   */
  readonly formerExpiry: 'none' | 'ofKnownShop' | 'ofOtherShop';
  readonly channel: Channel;
  readonly mcc: string;
  readonly merchant: Shop;
  /** Whether the shop has stored the card or collects a series, so that it has no CVV2 to send. */
  readonly isStored: boolean;
  /** Whether the message adds to a purchase that was approved with proofs. */
  readonly isIncrement: boolean;
  /** Whether it asks for the balance alone. */
  readonly isInquiry: boolean;
  /** Whether a wallet was used in place of the card. The device has verified its holder. */
  readonly isWallet: boolean;
  /** Whether the terminal can take a PIN; undefined: not known. */
  readonly takesPin: boolean | undefined;
  /** Whether the holder has turned off this way to pay, or blocked this kind of shop. */
  readonly isChannelOff: boolean;
  readonly isCategoryBlocked: boolean;
  readonly pin: 'right' | 'wrong' | 'none';
  readonly cvv2: 'right' | 'wrong' | 'none';
  /** Results of the processor's comparisons. Then `pin` and `cvv2` are `none`. */
  readonly proofs: ProofResults | undefined;
  readonly threeDs: ThreeDs | undefined;
};

export type Decline = {
  readonly answer: DeclineCode;
  readonly reason: DeclineReason;
  /** The limit that declined it; absent for another reason. */
  readonly spendLimit?: SpendLimit | undefined;
};
/** Cents of a card's daily spend limit, and of what was left of it. */
export type SpendLimit = { readonly cents: bigint; readonly left: bigint };
/** `counted`: a wrong PIN to count; `cleared`: a right one that ends the count. */
export type Decision = {
  readonly decline: Decline | undefined;
  readonly pinCount: 'counted' | 'cleared' | 'same';
  /** Declined for a wrong CVV2, which counts. */
  readonly isWrongCvv2: boolean;
};

/** A purchase to decide, with its card as it was before all of them. */
export type Purchase = {
  readonly cardId: bigint;
  readonly card: CardFacts;
  readonly asked: Asked;
  /** Already approved on our behalf, so it cannot be declined. */
  readonly isAdvice: boolean;
  /** Facts for the programme's rules; undefined: none is on, or they do not weigh it. */
  readonly ruled?: RuledAsk | undefined;
};

export type Decisions = {
  /** Decline of each purchase that is declined. */
  readonly declines: readonly (Decline | undefined)[];
  /** Rules of the programme that matched each; empty for one that was declined before they were asked. */
  readonly matches: readonly (readonly Match[])[];
  /** New counts of wrong PINs, by card, where they changed. */
  readonly pinFailures: ReadonlyMap<bigint, number>;
  /**
   * Wrong CVV2s of a card. A right one does not reset the count, because a guesser could wait for the holder to pay.
   */
  readonly wrongCvv2s: ReadonlyMap<bigint, number>;
  /** Cards for which these wrong CVV2s stop purchases with a CVV2. */
  readonly stopped: ReadonlySet<bigint>;
};

/** Number of wrong PINs at which the PIN of a card is locked. */
export const PIN_TRIES = 3;

/** Number of wrong CVV2s within 24 hours at which purchases with a CVV2 are declined until the next day. */
export const CVV2_TRIES = 5;
/** Period of the count, from the first wrong CVV2. */
export const CVV2_COUNTS_FOR_MS = 24 * 3_600_000;

/** Decline of a purchase by the status of its card; null: the other checks decide. */
const STATUS_DECLINES = {
  Active: null,
  ActiveOff: { answer: ANSWER.restricted, reason: 'cardOff' },
  Restricted: { answer: ANSWER.restricted, reason: 'cardBlocked' },
  Lost: { answer: ANSWER.lost, reason: 'cardBlocked' },
  Stolen: { answer: ANSWER.stolen, reason: 'cardBlocked' },
  NotIssued: { answer: ANSWER.doNotHonour, reason: 'cardNotActive' },
  Ordered: { answer: ANSWER.doNotHonour, reason: 'cardNotActive' },
  Replaced: { answer: ANSWER.doNotHonour, reason: 'cardBlocked' },
  Closed: { answer: ANSWER.doNotHonour, reason: 'cardBlocked' },
  Expired: { answer: ANSWER.expired, reason: 'cardExpired' },
} as const satisfies Readonly<Record<InnerStatus, Decline | null>>;

/** The processor has found the PIN wrong. It counts the tries, and its terminals ask again. */
const PIN_MISMATCH: Decline = { answer: ANSWER.doNotHonour, reason: 'wrongPin' };

/** One answer for a wrong CVV2, a missing one, and any while the card is stopped, so that a guesser learns nothing. */
const WRONG_CVV2: Decline = { answer: ANSWER.doNotHonour, reason: 'wrongSecurityCode' };

/** An online purchase that nothing has verified. */
const NOT_VERIFIED: Decline = { answer: ANSWER.doNotHonour, reason: 'notVerified' };

const NO_INQUIRIES: Decline = { answer: ANSWER.notPermitted, reason: 'other' };

const OLD_EXPIRY: Decline = { answer: ANSWER.expired, reason: 'oldExpiry' };

const STOPPED: Decline = { answer: ANSWER.doNotHonour, reason: 'stoppedByRule' };

const CLOSED_VIRTUAL: Decline = { answer: ANSWER.doNotHonour, reason: 'cardClosed' };

/**
 * All checks of a purchase that need no money, in the scheme's order: expiry, status, PIN and CVV2,
 * channel, category, merchant, limit. The first that fails decides; funds and the hold come after them.
 */
export function decide(card: CardFacts, asked: Asked): Decision {
  const early = declineOfExpiry(card, asked) ?? declineOfStatus(card);
  // A card that is not active counts no PIN and no CVV2, so that a finder cannot lock it.
  if (early) return { decline: early, pinCount: 'same', isWrongCvv2: false };
  if (asked.pin === 'wrong' && card.pinFailures < PIN_TRIES) {
    const isLast = card.pinFailures + 1 >= PIN_TRIES;
    const decline: Decline = isLast
      ? { answer: ANSWER.pinTries, reason: 'pinLocked' }
      : { answer: ANSWER.wrongPin, reason: 'wrongPin' };
    return { decline, pinCount: 'counted', isWrongCvv2: false };
  }
  const decline =
    (asked.isIncrement ? undefined : declineOfHolder(card, asked)) ??
    (asked.isInquiry && !card.rules.balanceInquiry ? NO_INQUIRIES : undefined) ??
    declineOfChannel(card, asked) ??
    declineOfCategory(card, asked) ??
    declineOfMerchant(card, asked) ??
    declineOfLimit(card, asked);
  const endsCount = asked.pin === 'right' && card.pinFailures > 0 && card.pinFailures < PIN_TRIES;
  // While purchases by CVV2 are stopped, the answer reveals nothing about a CVV2, so none counts.
  const isWrongCvv2 = decline === WRONG_CVV2 && asked.cvv2 === 'wrong' && !card.isCvv2Stopped;
  return { decline, pinCount: endsCount ? 'cleared' : 'same', isWrongCvv2 };
}

const ACCEPTED: Decision = { decline: undefined, pinCount: 'same', isWrongCvv2: false };

/**
 * Decides purchases in their order. Those of one card affect each other: the tries of its PIN and CVV2, and the rest of
 * its daily limit. Each that is not declined counts as spent, although its funds are checked later.
 */
export function decideInOrder(purchases: readonly Purchase[]): Decisions {
  const pinFailures = new Map<bigint, number>();
  const wrongCvv2s = new Map<bigint, number>();
  const stopped = new Set<bigint>();
  const spent = new Map<bigint, bigint>();
  const used = new Map<bigint, Shop>();
  const rules = rulesInOrder();
  const decided = purchases.map(({ cardId, card: before, asked, isAdvice, ruled }) => {
    const card = afterUse(before, used.get(cardId));
    const failures = pinFailures.get(cardId) ?? card.pinFailures;
    const spentToday = spent.get(cardId) ?? card.spentToday;
    const isCvv2Stopped = card.isCvv2Stopped || stopped.has(cardId);
    const {
      decline: checked,
      pinCount,
      isWrongCvv2,
    } = isAdvice ? ACCEPTED : decide({ ...card, pinFailures: failures, isCvv2Stopped, spentToday }, asked);
    const matches = ruled && !isAdvice && !checked ? rules.weigh(cardId, ruled) : [];
    const decline = checked ?? (declining(matches) ? STOPPED : undefined);
    if (ruled) rules.add(cardId, ruled, decline !== undefined, matches);
    if (isWrongCvv2) {
      const count = (wrongCvv2s.get(cardId) ?? 0) + 1;
      wrongCvv2s.set(cardId, count);
      if (card.cvv2Failures + count >= CVV2_TRIES) stopped.add(cardId);
    }
    if (pinCount !== 'same') pinFailures.set(cardId, pinCount === 'counted' ? failures + 1 : 0);
    if (!decline) spent.set(cardId, spentToday + asked.amount);
    // A verification of 0.00 does not use the card.
    if (!decline && asked.amount > 0n && !used.has(cardId)) used.set(cardId, asked.merchant);
    return { decline, matches };
  });
  const declines = decided.map(({ decline }) => decline);
  return { declines, matches: decided.map(({ matches }) => matches), pinFailures, wrongCvv2s, stopped };
}

/** State of a card after an earlier purchase of the same batch. */
function afterUse(card: CardFacts, merchant: Shop | undefined): CardFacts {
  if (merchant === undefined || card.virtualKind === null) return card;
  if (card.virtualKind === 'MerchantLocked') return { ...card, lockedTo: card.lockedTo ?? merchant };
  return card.status === 'Active' ? { ...card, status: 'Closed' } : card;
}

/** Declines that an earlier purchase of the same card can cause. */
const CAUSED: ReadonlySet<DeclineReason | undefined> = new Set(['overLimit', 'cardClosed', 'otherMerchant']);

/** Whether a later purchase of its card was decided by counting this one: declined for it, or weighed by rules. */
export function isCountedAgainst(
  place: number,
  purchases: readonly Purchase[],
  declines: Decisions['declines'],
): boolean {
  const { cardId } = purchases[place] ?? {};
  return purchases.some(
    (later, index) =>
      index > place && later.cardId === cardId && (later.ruled !== undefined || CAUSED.has(declines[index]?.reason)),
  );
}

function declineOfExpiry(card: CardFacts, asked: Asked): Decline | undefined {
  if (card.status === 'Expired' || asked.proofs?.expiry === 'mismatch') return STATUS_DECLINES.Expired;
  if (asked.formerExpiry !== 'none') return mayUseFormerExpiry(asked) ? undefined : OLD_EXPIRY;
  return asked.expiry !== undefined && asked.expiry !== card.expiry ? STATUS_DECLINES.Expired : undefined;
}

/** A shop with a stored card may continue with the expiry that it knows. */
function mayUseFormerExpiry({ formerExpiry, isStored, channel }: Asked): boolean {
  return formerExpiry === 'ofKnownShop' && isStored && channel === 'online';
}

function declineOfStatus(card: CardFacts): Decline | undefined {
  if (card.status === 'Closed' && card.virtualKind !== null) return CLOSED_VIRTUAL;
  return STATUS_DECLINES[card.status] ?? undefined;
}

/** Whether the person who pays is the holder: what was compared here, or what the processor has compared. */
function declineOfHolder(card: CardFacts, asked: Asked): Decline | undefined {
  return asked.proofs ? declineOfResults(card, asked, asked.proofs) : declineOfProof(card, asked);
}

/**
 * A processor declines by itself what it does not want, so only a mismatch counts. No PIN is asked for: few processors
 * can pass that to a terminal.
 */
function declineOfResults(card: CardFacts, asked: Asked, { pin, cvv2 }: ProofResults): Decline | undefined {
  if (pin === 'mismatch') return PIN_MISMATCH;
  if (cvv2 === 'mismatch') return WRONG_CVV2;
  return cvv2 === 'match' || !needsCvv2(asked) ? undefined : declineOfThreeDs(card, asked);
}

/** An online purchase whose CVV2 is absent or not checked. */
function declineOfThreeDs({ rules }: CardFacts, { threeDs = 'none' }: Asked): Decline | undefined {
  if (threeDs === 'failed') return NOT_VERIFIED;
  const isEnough = { always: true, authenticated: threeDs === 'authenticated', never: false }[rules.onlineWithoutCvv2];
  return isEnough ? undefined : NOT_VERIFIED;
}

/** A shop that has stored the card has no CVV2 to send, and neither has a wallet. */
function needsCvv2({ channel, isStored, isWallet }: Asked): boolean {
  return channel === 'online' && !isStored && !isWallet;
}

function declineOfProof(card: CardFacts, asked: Asked): Decline | undefined {
  if (asked.pin !== 'none' && card.pinFailures >= PIN_TRIES) return { answer: ANSWER.pinTries, reason: 'pinLocked' };
  // A missing PIN is not a wrong one, so it is not counted; 55 makes the terminal ask for it.
  if (asked.pin === 'none' && needsPin(card, asked)) return { answer: ANSWER.wrongPin, reason: 'pinMissing' };
  if (asked.cvv2 === 'wrong' || (needsCvv2(asked) && asked.cvv2 === 'none')) return WRONG_CVV2;
  const usesCvv2 = needsCvv2(asked) || asked.cvv2 !== 'none';
  return usesCvv2 && card.isCvv2Stopped ? WRONG_CVV2 : undefined;
}

function needsPin(card: CardFacts, { channel, amount, isWallet, takesPin }: Asked): boolean {
  if (isWallet) return false;
  // Above the limit the card has to be inserted, at this terminal or another.
  if (channel === 'contactless') return amount > BigInt(card.rules.contactlessWithoutPinMax);
  if (channel === 'chip' || channel === 'magstripe') return takesPin !== false;
  return channel === 'atm';
}

function declineOfChannel(card: CardFacts, asked: Asked): Decline | undefined {
  return isOpen(card, asked) && !asked.isChannelOff ? undefined : { answer: ANSWER.notPermitted, reason: 'channelOff' };
}

function isOpen({ rules, isVirtual, contactlessOn }: CardFacts, { channel, isWallet }: Asked): boolean {
  if (channel === 'online' || channel === 'manual') return rules.cardNotPresent;
  // A wallet needs no plastic, and is always held to the terminal. Where there is plastic, one switch is for both.
  if (isWallet) return rules.contactless && (isVirtual || contactlessOn);
  // There is no plastic to hold to a terminal.
  return !isVirtual && (channel !== 'contactless' || (rules.contactless && contactlessOn));
}

function declineOfCategory(card: CardFacts, { mcc, channel, isCategoryBlocked }: Asked): Decline | undefined {
  const { rules } = card;
  const isCash = channel === 'atm' || CASH_CODES.has(mcc);
  const isRefused =
    (SHOP_CODES.gambling.has(mcc) && !rules.gambling) ||
    (SHOP_CODES.crypto.has(mcc) && !rules.quasiCash) ||
    (isCash && !rules.cash) ||
    isCategoryBlocked;
  return isRefused ? { answer: ANSWER.notPermitted, reason: 'categoryRefused' } : undefined;
}

/** A card that is locked to a merchant. */
function declineOfMerchant({ lockedTo }: CardFacts, { merchant }: Asked): Decline | undefined {
  if (lockedTo === null || isSameShop(lockedTo, merchant)) return undefined;
  return { answer: ANSWER.notPermitted, reason: 'otherMerchant' };
}

function declineOfLimit(card: CardFacts, { amount }: Asked): Decline | undefined {
  if (card.spendLimit === null || card.spentToday + amount <= card.spendLimit) return undefined;
  // A limit may have been lowered below what was spent.
  const left = card.spentToday < card.spendLimit ? card.spendLimit - card.spentToday : 0n;
  return { answer: ANSWER.overLimit, reason: 'overLimit', spendLimit: { cents: card.spendLimit, left } };
}
