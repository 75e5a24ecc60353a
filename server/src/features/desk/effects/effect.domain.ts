import { type Cents, dollarsOf } from '../../../platform/money.ts';
import type { Effect } from '../desk-command.ts';

/** Effect of a posting on a balance. */
export function effectOn(what: string, balance: Cents, change: Cents): Effect {
  return { what, before: dollarsOf(balance), change: dollarsOf(change), after: dollarsOf(balance + change) };
}

/** Effect of a posting; none for an amount of zero. */
export function effectIf(what: string, balance: Cents, change: Cents): readonly Effect[] {
  return change === 0n ? [] : [effectOn(what, balance, change)];
}

/** Effect on the state of a thing. */
export function becomes(what: string, before: string, after: string, change = 'changes'): Effect {
  return { what, before, change: before === after ? 'stays' : change, after };
}

/** Effect that ends all of `count` things; none if there are no such things. */
export function ends(what: string, count: number): readonly Effect[] {
  return count === 0 ? [] : [{ what, before: String(count), change: 'end', after: '0' }];
}

/** Effect that moves an amount between two things without balances, such as the payments of a file. */
export function sumOf(what: string, cents: Cents, before: string, after: string): Effect {
  return { what, before, change: dollarsOf(cents), after };
}
