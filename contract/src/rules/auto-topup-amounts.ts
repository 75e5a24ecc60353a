/** Bounds of the two amounts of an automatic top-up. Dollars. */
export type AutoTopupBounds = {
  /** The highest balance that the account may have. */
  readonly maximumBalance: number;
  /** Smallest and largest amount of one top-up. */
  readonly minimumLoad: number;
  readonly maximumLoad: number;
};

/** No balance falls below this, so nothing would be topped up. */
export const LEAST_TRIGGER = 0.01;

/** Problem of an amount, as a key of the texts, and the amount that the text names. */
export type AmountFault = {
  readonly field: 'TriggerAmount' | 'Amount';
  readonly problem: 'gtLimitAmount' | 'ltLimitAmount' | 'triggerAmountLessThanTopupAmount';
  readonly amount?: number;
};

/** The largest top-up for a trigger: the room under the maximum when the balance has fallen to the trigger. */
export function largestTopup({ maximumBalance, maximumLoad }: AutoTopupBounds, trigger: number): number {
  return Math.min(maximumLoad, (Math.round(maximumBalance * 100) - Math.round(trigger * 100)) / 100);
}

/**
 * The largest trigger for which a top-up is possible: the top-up is at least as large as the trigger and the minimum
 * load, and both fit under the maximum.
 */
export function largestTrigger({ maximumBalance, minimumLoad, maximumLoad }: AutoTopupBounds): number {
  const maximum = Math.round(maximumBalance * 100);
  const beside = maximum - Math.round(minimumLoad * 100);
  return Math.max(0, Math.min(Math.round(maximumLoad * 100), Math.floor(maximum / 2), beside)) / 100;
}

/** Problem of the amounts of an automatic top-up, or undefined. The trigger may be as large as the top-up. */
export function judgeAutoTopup(
  bounds: AutoTopupBounds,
  { trigger, amount }: { readonly trigger: number; readonly amount: number },
): AmountFault | undefined {
  const { minimumLoad } = bounds;
  const mostTrigger = largestTrigger(bounds);
  // The available balance is never below zero.
  if (trigger < LEAST_TRIGGER) return { field: 'TriggerAmount', problem: 'gtLimitAmount', amount: LEAST_TRIGGER };
  if (trigger > mostTrigger) return { field: 'TriggerAmount', problem: 'ltLimitAmount', amount: mostTrigger };
  if (amount < minimumLoad) return { field: 'Amount', problem: 'gtLimitAmount', amount: minimumLoad };
  if (trigger > amount) return { field: 'TriggerAmount', problem: 'triggerAmountLessThanTopupAmount' };
  const most = largestTopup(bounds, trigger);
  return amount > most ? { field: 'Amount', problem: 'ltLimitAmount', amount: most } : undefined;
}

/**
 * Proposed amounts: a part of the maximum load as the trigger, and the larger of it and the minimum load as the top-
 * up.
 */
export function proposedAutoTopup(bounds: AutoTopupBounds, percent: number): { trigger: number; amount: number } {
  const part = Math.round(Math.min(bounds.maximumLoad, bounds.maximumBalance) * percent) / 100;
  const trigger = Math.max(part, LEAST_TRIGGER);
  return { trigger, amount: Math.max(trigger, bounds.minimumLoad) };
}
