import type { CardSummary } from '@wattle/contract/cards/card.ts';
import { METHODS, methodsOf } from '../methods.ts';
import type { MethodDescriptor } from '../payment-method.ts';

/** The methods by which any of these cards may pay, in the order of the list. */
export function methodsOfAll(cards: readonly CardSummary[]): readonly MethodDescriptor[] {
  const may = new Set(cards.flatMap(methodsOf));
  return METHODS.filter((method) => may.has(method));
}

/** The card that pays by a method: the chosen one if it can, else the one with the most money that can. */
export function payerFor(
  method: MethodDescriptor,
  chosen: CardSummary,
  cards: readonly CardSummary[],
): CardSummary | undefined {
  if (methodsOf(chosen).includes(method)) return chosen;
  return cards
    .filter((card) => methodsOf(card).includes(method))
    .toSorted((one, other) => other.AvailableAccountBalance - one.AvailableAccountBalance)[0];
}

/** Cards of the other accounts of a person, one an account. An account is paid from its first activation on. */
export function ownAccounts(cards: readonly CardSummary[], payingAccount: string): readonly CardSummary[] {
  const others = cards.filter((card) => card.AccountNumber !== payingAccount && card.IsAccountActivated);
  return others.filter(
    ({ AccountNumber }, place) => others.findIndex((each) => each.AccountNumber === AccountNumber) === place,
  );
}
