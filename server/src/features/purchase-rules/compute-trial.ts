import type { AppContext } from '../../compose/context.ts';
import { dayAt, startOfDay } from '../../platform/time/clock.ts';
import { type Rule, reachOf } from './rule.domain.ts';
import { openTrial, TRIAL_DAYS, type TrialResult } from './trial.domain.ts';
import { readCardsAfter, readTried, readTruths } from './trial.store.ts';

/** Cards whose purchases are read together. */
const CARDS_TOGETHER = 250;

const DAY_MS = 86_400_000;

/**
 * Computes the effects that a rule would have had in the last 30 whole days. It reads the purchases of some cards at a
 * time, in transactions that lock nothing, so that purchases go on meanwhile. `signal` ends it.
 */
export async function computeTrial(
  { database, clocks }: Pick<AppContext, 'database' | 'clocks'>,
  tenantId: number,
  rule: Rule,
  signal?: AbortSignal,
): Promise<TrialResult> {
  const now = clocks.business.now();
  const today = dayAt(now);
  const from = dayAt(startOfDay(today, -TRIAL_DAYS));
  const to = dayAt(startOfDay(today, -1));
  const fromMs = startOfDay(from);
  const before = dayAt(fromMs - (reachOf(rule.terms) + 1) * DAY_MS);
  const trial = openTrial(rule, { from, to, fromMs, dayOf: dayAt });
  const truths = await database.read(tenantId, (tx) => readTruths(tx, tenantId, { from, to }));
  for (let after = 0n; !signal?.aborted; ) {
    const place = after;
    const { cards, purchases } = await database.read(tenantId, async (tx) => {
      const next = await readCardsAfter(tx, tenantId, place, CARDS_TOGETHER);
      return { cards: next, purchases: await readTried(tx, tenantId, next, { from: before, to }, truths) };
    });
    for (const { id, created_at } of cards) trial.take(Date.parse(created_at), purchases.get(id) ?? []);
    const last = cards.at(-1);
    if (!last || cards.length < CARDS_TOGETHER) break;
    after = last.id;
  }
  return trial.result();
}
