import {
  declining,
  type Match,
  type PastPurchase,
  pauseAfter,
  type Rule,
  type RuledCard,
  type RuledPurchase,
  weigh,
} from './rule.domain.ts';

/** A purchase that is to be weighed, with the rules that act and what they know of its card. */
export type RuledAsk = {
  readonly rules: readonly Rule[];
  readonly asked: RuledPurchase;
  readonly past: readonly PastPurchase[];
  readonly card: RuledCard;
};

type Known = { readonly past: readonly PastPurchase[]; readonly pausedUntil: ReadonlyMap<bigint, number> };

/** Purchases in their order, each of which later ones of its card see. */
export type RulesInOrder = {
  /** Weighs the next purchase of a card, which nothing has declined. */
  readonly weigh: (card: bigint, ask: RuledAsk) => readonly Match[];
  /** Adds a purchase, as it was decided, to what later ones of its card see. */
  readonly add: (card: bigint, ask: RuledAsk, isDeclined: boolean, matches: readonly Match[]) => void;
};

export function rulesInOrder(): RulesInOrder {
  const known = new Map<bigint, Known>();
  const knownOf = (card: bigint, ask: RuledAsk): Known =>
    known.get(card) ?? { past: ask.past, pausedUntil: ask.card.pausedUntil };
  return {
    weigh: (card, ask) => {
      const { past, pausedUntil } = knownOf(card, ask);
      return weigh(ask.rules, ask.asked, past, { ...ask.card, pausedUntil });
    },
    add: (card, ask, isDeclined, matches) => {
      const before = knownOf(card, ask);
      const outcome = isDeclined ? ('declined' as const) : ('approved' as const);
      const past = [...before.past, { ...ask.asked, outcome }].sort((one, other) => one.at - other.at);
      known.set(card, { past, pausedUntil: pausedBy(before.pausedUntil, matches, ask.asked.at) });
    },
  };
}

function pausedBy(
  before: ReadonlyMap<bigint, number>,
  matches: readonly Match[],
  at: number,
): ReadonlyMap<bigint, number> {
  if (!declining(matches)) return before;
  const begun = matches.flatMap((match): [bigint, number][] => {
    const until = pauseAfter(match, at);
    return until === undefined ? [] : [[match.rule.id, until]];
  });
  return begun.length === 0 ? before : new Map([...before, ...begun]);
}
