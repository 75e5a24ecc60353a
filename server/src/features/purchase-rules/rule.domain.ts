import type { Channel, SpendingCategory } from '@wattle/contract/transactions/transaction.ts';
import type { RuleTerms } from './rule-terms.ts';
import { readWindow, startOfWindow } from './window.domain.ts';

/** Name of a merchant, empty where none was sent, and its number at its bank. */
export type RuledShop = { readonly name: string; readonly acceptor: string | null };

/** A purchase as rules see it. */
export type RuledPurchase = {
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly cents: bigint;
  readonly channel: Channel;
  readonly mcc: string;
  readonly category: SpendingCategory;
  readonly country: string | null;
  readonly isAbroad: boolean;
  readonly shop: RuledShop;
  readonly isWallet: boolean;
  /** Whether 3-D Secure has verified its holder. */
  readonly isVerified: boolean;
};

/**
 * One before it on the same card. `cents` of an approved one are what is held and cleared. `undone`: reversed or no
 * longer held, so that it counts as asked for and uses up nothing.
 */
export type PastPurchase = RuledPurchase & { readonly outcome: 'approved' | 'declined' | 'undone' };

/** Facts of the card, and of what a rule has done to it before. */
export type RuledCard = {
  /** When the card was made; milliseconds. */
  readonly madeAt: number;
  /** Until when a rule declines what comes through its channels; by the rule's number. */
  readonly pausedUntil: ReadonlyMap<bigint, number>;
  /** Rules that may not act on the card for now. */
  readonly letPass: ReadonlySet<bigint>;
};

/** A rule that acts. */
export type Rule = { readonly id: bigint; readonly version: number; readonly terms: RuleTerms };

/** Figures of a decision. Each is there only where the rule asks for it. */
export type Figures = {
  readonly count?: number;
  readonly cents?: number;
  readonly first?: string;
  readonly cardDays?: number;
  /** Instant until which an earlier decision of the rule declines. */
  readonly pausedUntil?: string;
};

export type Match = { readonly rule: Rule; readonly figures: Figures };

const DAY_MS = 86_400_000;

const isIn = <T>(list: readonly T[], value: T): boolean => list.length === 0 || list.includes(value);

/** Whether a purchase is of the kind that a rule looks at. */
export function isOfKind(terms: RuleTerms, one: RuledPurchase): boolean {
  return (
    isIn(terms.channels, one.channel) &&
    isIn(terms.categories, one.category) &&
    isIn(terms.codes, one.mcc) &&
    (terms.countries.length === 0 || (one.country !== null && terms.countries.includes(one.country))) &&
    (terms.place === 'anywhere' || (terms.place === 'abroad') === one.isAbroad) &&
    (terms.amountFrom === null || one.cents >= BigInt(terms.amountFrom)) &&
    (terms.amountBelow === null || one.cents < BigInt(terms.amountBelow)) &&
    (terms.wallet === 'any' || (terms.wallet === 'with') === one.isWallet) &&
    (terms.threeDs === 'any' || !one.isVerified)
  );
}

/** Days before a purchase that a rule has to read, for the day on which a window of a calendar begins too. */
export function reachOf({ count, sum, first }: RuleTerms): number {
  const windows = [count?.within, sum?.within].flatMap((within) =>
    within === undefined ? [] : [readWindow(within).days],
  );
  return Math.max(0, first?.days ?? 0, ...windows);
}

/**
 * Figures by which a rule applies to a purchase; undefined: it does not apply. `past` are the card's purchases before it, the
 * oldest first, as far back as `reachOf` asks.
 */
export function matchOf(
  { id, terms }: Rule,
  asked: RuledPurchase,
  past: readonly PastPurchase[],
  card: RuledCard,
): Figures | undefined {
  if (card.letPass.has(id)) return undefined;
  const pausedUntil = card.pausedUntil.get(id) ?? 0;
  if (terms.pause !== null && asked.at < pausedUntil && isIn(terms.channels, asked.channel)) {
    return { pausedUntil: new Date(pausedUntil).toISOString() };
  }
  if (!isOfKind(terms, asked)) return undefined;
  const found = [
    countOf(terms, asked, past),
    sumOf(terms, asked, past),
    firstOf(terms, asked, past),
    ageOf(terms, asked, card),
  ];
  return found.every((one) => one !== undefined) ? Object.assign({}, ...found) : undefined;
}

function countOf(terms: RuleTerms, asked: RuledPurchase, past: readonly PastPurchase[]): Figures | undefined {
  if (!terms.count) return {};
  const { of, atLeast, within } = terms.count;
  let counted = of === 'asked' || of === 'approved' ? 1 : 0;
  for (const one of newestFirst(past, startOfWindow(within, asked.at))) {
    if (!isOfKind(terms, one)) continue;
    if (of === 'declinedInARow' && one.outcome === 'approved') break;
    const wanted = of === 'declinedInARow' ? 'declined' : of;
    if (wanted === 'asked' || wanted === one.outcome) counted += 1;
  }
  return counted >= atLeast ? { count: counted } : undefined;
}

function sumOf(terms: RuleTerms, asked: RuledPurchase, past: readonly PastPurchase[]): Figures | undefined {
  if (!terms.sum) return {};
  let cents = asked.cents;
  for (const one of newestFirst(past, startOfWindow(terms.sum.within, asked.at))) {
    if (one.outcome === 'approved' && isOfKind(terms, one)) cents += one.cents;
  }
  return cents > BigInt(terms.sum.above) ? { cents: Number(cents) } : undefined;
}

/** Whether two purchases are alike in what a rule wants to be new. */
const ALIKE = {
  country: (one: RuledPurchase, other: RuledPurchase) => one.country === other.country,
  category: (one: RuledPurchase, other: RuledPurchase) => one.category === other.category,
  abroad: (one: RuledPurchase, other: RuledPurchase) => one.isAbroad === other.isAbroad,
  shop: ({ shop: one }: RuledPurchase, { shop: other }: RuledPurchase) =>
    (one.acceptor !== null && one.acceptor === other.acceptor) ||
    (one.name !== '' && one.name.toLowerCase() === other.name.toLowerCase()),
};

function firstOf({ first }: RuleTerms, asked: RuledPurchase, past: readonly PastPurchase[]): Figures | undefined {
  if (!first) return {};
  if (first.of === 'abroad' && !asked.isAbroad) return undefined;
  for (const one of newestFirst(past, asked.at - first.days * DAY_MS)) {
    if (one.outcome === 'approved' && ALIKE[first.of](one, asked)) return undefined;
  }
  return {
    first: first.of === 'shop' ? asked.shop.name : first.of === 'category' ? asked.category : (asked.country ?? ''),
  };
}

/** Purchases after an instant. They are in the order of their time. */
function* newestFirst(past: readonly PastPurchase[], after: number): Generator<PastPurchase> {
  for (let place = past.length - 1; place >= 0; place -= 1) {
    const one = past[place] as PastPurchase;
    if (one.at <= after) return;
    yield one;
  }
}

function ageOf({ cardYounger }: RuleTerms, { at }: RuledPurchase, { madeAt }: RuledCard): Figures | undefined {
  if (cardYounger === null) return {};
  const cardDays = Math.max(0, Math.floor((at - madeAt) / DAY_MS));
  return cardDays < cardYounger ? { cardDays } : undefined;
}

/** Matches of rules with a purchase. One that declines has priority over all that only tell. */
export function weigh(
  rules: readonly Rule[],
  asked: RuledPurchase,
  past: readonly PastPurchase[],
  card: RuledCard,
): readonly Match[] {
  return rules.flatMap((rule) => {
    const figures = matchOf(rule, asked, past, card);
    return figures ? [{ rule, figures }] : [];
  });
}

/** The match that declines a purchase, if any. */
export const declining = (matches: readonly Match[]): Match | undefined =>
  matches.find(({ rule }) => rule.terms.action === 'decline');

/** Until when a decision pauses the card; undefined: it starts no pause. A pause that acts does not begin another. */
export function pauseAfter({ rule, figures }: Match, at: number): number | undefined {
  if (rule.terms.pause === null || rule.terms.action !== 'decline' || figures.pausedUntil !== undefined)
    return undefined;
  return at + rule.terms.pause * 60_000;
}
