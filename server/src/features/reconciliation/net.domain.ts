import { isNear } from './match.domain.ts';
import type { ComparedAccount } from './statement.types.ts';

/** Line of a statement that is not matched yet. */
export type NetLine = {
  readonly account: ComparedAccount;
  readonly day: string;
  readonly cents: bigint;
  readonly reference: string;
  readonly words: string;
};

export type Net<Line> = { readonly bank: Line; readonly other: Line };

/** A shorter reference stands in too many texts by chance. */
const SHORTEST = 6;

/** Whether two lines may be one payment: opposite amounts within 5 days, one of them at the bank. */
export function mayBeOne(one: NetLine, other: NetLine): boolean {
  const isAtBank = (one.account === 'bank') !== (other.account === 'bank');
  return isAtBank && one.cents === -other.cents && isNear(one.day, other.day);
}

/** Whether a line of the bank carries the reference of the scheme's or gateway's: as its own, or as a whole word. */
function carries(bank: NetLine, { reference }: NetLine): boolean {
  if (reference.length < SHORTEST || reference.includes('*')) return false;
  return bank.reference === reference || bank.words.split(/[^\p{L}\p{N}_-]+/u).includes(reference);
}

/**
 * Finds the payments of a net of the scheme or gateway: a line of the bank and one of theirs with one reference and
 * opposite amounts. A line with several counterparts is left for a person.
 */
export function pairNets<Line extends NetLine>(lines: readonly Line[]): Net<Line>[] {
  const others = lines.filter(({ account }) => account !== 'bank');
  const pairs = lines
    .filter(({ account }) => account === 'bank')
    .flatMap((bank) =>
      others.filter((other) => mayBeOne(bank, other) && carries(bank, other)).map((other) => ({ bank, other })),
    );
  const times = new Map<Line, number>();
  for (const line of pairs.flatMap(({ bank, other }) => [bank, other])) times.set(line, (times.get(line) ?? 0) + 1);
  return pairs.filter(({ bank, other }) => times.get(bank) === 1 && times.get(other) === 1);
}
