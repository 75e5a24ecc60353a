import { declining, type Figures, type PastPurchase, pauseAfter, type Rule, weigh } from './rule.domain.ts';

/** Days of purchases that a trial computes. */
export const TRIAL_DAYS = 30;

/** Examples that a trial keeps. */
export const EXAMPLES = 20;

/** Share of approved purchases, in percent, above which turning a rule on needs to be asked for in so many words. */
export const SECOND_LOOK_PERCENT = 5;

/** Truth about a purchase: its holder says that it was not theirs, or that it was, or neither is known. */
export type Truth = 'fraud' | 'holder' | 'unknown';

/** A purchase that a trial weighs. */
export type TriedPurchase = PastPurchase & {
  readonly id: bigint;
  readonly card: bigint;
  readonly holder: bigint | null;
  /** Nothing but rules and funds declined it, so that rules are asked about it. */
  readonly isWeighed: boolean;
  readonly truth: Truth;
};

export type Example = {
  /** The purchase; its other facts are read when it is shown. */
  readonly purchase: string;
  readonly figures: Figures;
  readonly truth: Truth;
};

/** Effects that a rule would have had. Amounts are cents. */
export type TrialResult = {
  readonly from: string;
  readonly to: string;
  readonly looked: number;
  readonly approved: number;
  /** Purchases that the rule would have acted on, of those that were approved and of those that were declined anyway. */
  readonly touched: number;
  readonly touchedCents: number;
  readonly touchedApproved: number;
  readonly people: number;
  /** Disputes as not the holder's, and those of them that it would have touched. */
  readonly fraud: number;
  readonly fraudTouched: number;
  readonly fraudTouchedCents: number;
  /** Approved purchases of the holders themselves that it would have touched, and how many people. */
  readonly wrong: number;
  readonly wrongCents: number;
  readonly wrongPeople: number;
  /** Days with what it would have touched: `2026-11-24` and a number. */
  readonly byDay: Readonly<Record<string, number>>;
  readonly examples: readonly Example[];
};

type Tally = {
  looked: number;
  approved: number;
  touched: number;
  touchedCents: bigint;
  touchedApproved: number;
  fraud: number;
  fraudTouched: number;
  fraudTouchedCents: bigint;
  wrong: number;
  wrongCents: bigint;
  readonly wrongPeople: Set<bigint>;
  readonly people: Set<bigint>;
  readonly byDay: Map<string, number>;
  readonly examples: Example[];
};

/** A trial that takes the cards one after the other, so that it holds the purchases of one card alone. */
export type Trial = {
  /** Takes all purchases of a card in the order of their time, those before the days of the trial too. */
  readonly take: (madeAt: number, purchases: readonly TriedPurchase[]) => void;
  readonly result: () => TrialResult;
};

type Days = {
  readonly from: string;
  readonly to: string;
  readonly fromMs: number;
  readonly dayOf: (ms: number) => string;
};

/**
 * Computes the effects that a rule would have had in the days of a trial. A purchase that it would have declined counts
 * as declined for later ones.
 */
export function openTrial(rule: Rule, { from, to, fromMs, dayOf }: Days): Trial {
  const tally: Tally = {
    looked: 0,
    approved: 0,
    touched: 0,
    touchedCents: 0n,
    touchedApproved: 0,
    fraud: 0,
    fraudTouched: 0,
    fraudTouchedCents: 0n,
    wrong: 0,
    wrongCents: 0n,
    wrongPeople: new Set(),
    people: new Set(),
    byDay: new Map(),
    examples: [],
  };

  function touch(one: TriedPurchase, figures: Figures): void {
    tally.touched += 1;
    tally.touchedCents += one.cents;
    if (one.outcome !== 'declined') tally.touchedApproved += 1;
    if (one.holder !== null) tally.people.add(one.holder);
    if (one.truth === 'fraud') {
      tally.fraudTouched += 1;
      tally.fraudTouchedCents += one.cents;
    }
    if (one.truth === 'holder' && one.outcome !== 'declined') {
      tally.wrong += 1;
      tally.wrongCents += one.cents;
      if (one.holder !== null) tally.wrongPeople.add(one.holder);
    }
    const day = dayOf(one.at);
    tally.byDay.set(day, (tally.byDay.get(day) ?? 0) + 1);
    keepExample(tally.examples, { purchase: String(one.id), figures, truth: one.truth });
  }

  return {
    take: (madeAt, purchases) => {
      const past: PastPurchase[] = [];
      let pausedUntil = new Map<bigint, number>();
      for (const one of purchases) {
        if (one.at < fromMs) {
          past.push(one);
          continue;
        }
        tally.looked += 1;
        if (one.outcome !== 'declined') tally.approved += 1;
        if (one.truth === 'fraud') tally.fraud += 1;
        const card = { madeAt, pausedUntil, letPass: new Set<bigint>() };
        const [match] = one.isWeighed ? weigh([rule], one, past, card) : [];
        if (match) touch(one, match.figures);
        const stops = match && declining([match]);
        const until = stops && pauseAfter(stops, one.at);
        if (until !== undefined) pausedUntil = new Map([[rule.id, until]]);
        past.push(stops ? { ...one, outcome: 'declined' } : one);
      }
    },
    result: () => ({
      from,
      to,
      looked: tally.looked,
      approved: tally.approved,
      touched: tally.touched,
      touchedCents: Number(tally.touchedCents),
      touchedApproved: tally.touchedApproved,
      people: tally.people.size,
      fraud: tally.fraud,
      fraudTouched: tally.fraudTouched,
      fraudTouchedCents: Number(tally.fraudTouchedCents),
      wrong: tally.wrong,
      wrongCents: Number(tally.wrongCents),
      wrongPeople: tally.wrongPeople.size,
      byDay: Object.fromEntries([...tally.byDay].sort(([one], [other]) => (one < other ? -1 : 1))),
      examples: tally.examples,
    }),
  };
}

/** Fraud first, then what was disputed, then the newest. Half of the places stay for what is neither. */
function keepExample(examples: Example[], one: Example): void {
  const half = EXAMPLES / 2;
  if (examples.length < EXAMPLES) {
    examples.push(one);
    return;
  }
  const known = examples.filter(({ truth }) => truth !== 'unknown').length;
  const wantsKnown = one.truth !== 'unknown';
  if (wantsKnown && known >= half) return;
  if (!wantsKnown && examples.length - known >= half) return;
  const place = examples.findIndex(({ truth }) => (truth !== 'unknown') !== wantsKnown);
  examples[place] = one;
}

/** Share of approved purchases that a rule would have declined, in percent. */
export function declinedPercent({
  approved,
  touchedApproved,
}: Pick<TrialResult, 'approved' | 'touchedApproved'>): number {
  return approved === 0 ? 0 : (touchedApproved / approved) * 100;
}
