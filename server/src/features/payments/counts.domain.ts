import type { Refusal } from '@wattle/contract/errors.ts';
import type { Cents } from '../../platform/money.ts';
import type { Count, Plan } from './kind.ts';

/** Count with its account. */
export type AccountCount = Count & { readonly memberAccountId: bigint };

/** Sums by `sumName`. A missing one is zero. */
export type Sums = Map<string, Cents>;

/** Counts of a plan with their accounts. */
export function countsOf({ countsTowards = [], from, to }: Plan): AccountCount[] {
  return countsTowards.map((count) => {
    const side = count.of === 'from' ? from : to;
    if (!('memberAccountId' in side)) throw new Error(`${count.counter} counts an account of the programme`);
    return { ...count, memberAccountId: side.memberAccountId };
  });
}

/** Key of a sum: unique for each counter, account and period. */
export function sumName({
  counter,
  memberAccountId,
  since,
}: Pick<AccountCount, 'counter' | 'memberAccountId' | 'since'>): string {
  return `${counter} ${memberAccountId} ${since}`;
}

/** Refusal of the first count that would exceed its limit. A negative count never does. */
export function refuseCounts(sums: Sums, counts: readonly AccountCount[]): Refusal | undefined {
  return counts.find(
    (count) => count.cents > 0n && count.limit !== null && (sums.get(sumName(count)) ?? 0n) + count.cents > count.limit,
  )?.refusal;
}

/** Adds the counts to their sums. A sum never falls below zero. */
export function addCounts(sums: Sums, counts: readonly AccountCount[]): void {
  for (const count of counts) {
    const sum = (sums.get(sumName(count)) ?? 0n) + count.cents;
    sums.set(sumName(count), sum < 0n ? 0n : sum);
  }
}
