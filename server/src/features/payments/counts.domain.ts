import type { Refusal } from '@wattle/contract/errors.ts';
import type { Cents } from '../../platform/money.ts';
import type { Count, Plan } from './kind.ts';

/** A count with the account that it is kept for. */
export type AccountCount = Count & { readonly memberAccountId: bigint };

/** Sums by `sumName`. One that is missing is zero. */
export type Sums = Map<string, Cents>;

/** The counts of a plan, each with its account. */
export function countsOf({ countsTowards = [], from, to }: Plan): AccountCount[] {
  return countsTowards.map((count) => {
    const side = count.of === 'from' ? from : to;
    if (!('memberAccountId' in side)) throw new Error(`${count.counter} counts an account of the programme`);
    return { ...count, memberAccountId: side.memberAccountId };
  });
}

/** One for each counter, account and period. */
export function sumName({
  counter,
  memberAccountId,
  since,
}: Pick<AccountCount, 'counter' | 'memberAccountId' | 'since'>): string {
  return `${counter} ${memberAccountId} ${since}`;
}

/** The refusal of the first count that would pass its limit. What is given back passes none. */
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
